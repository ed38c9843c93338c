// The end of a thimbled of which a part has failed.
#include "daemon/control/control_sockets.hpp"
#include "daemon/serving/run_loop.hpp"
#include "program/early_exit.hpp"
#include "tests/daemon/execution/executor_fixture.hpp"
#include "tests/e2e/eventually.hpp"

#include <spdlog/sinks/ostream_sink.h>

#include <sstream>
#include <stdexcept>

namespace thimble::daemon {

namespace {

namespace asio = boost::asio;

/// Thrown in the place of the process's end.
struct ended_at_once {
    int code;
};

asio::awaitable<void> failing_service()
{
    throw std::runtime_error("the port is gone");
    co_return;
}

/// Cannot be cancelled: nobody knows of it.
asio::awaitable<void> hanging_work()
{
    asio::steady_timer timer(co_await asio::this_coro::executor,
                             std::chrono::seconds(30) * e2e::slowdown());
    co_await timer.async_wait(asio::use_awaitable);
}

/// A loop whose end, should anything hang, comes after a moment.
class looping {
public:
    int run(asio::awaitable<void> serve)
    {
        REQUIRE(loop_.open({}));
        return loop_.run(std::move(serve));
    }

    std::string log() const { return text_.str(); }
    bool has_socket() const
    {
        return std::filesystem::exists(control_socket_in(directory_.path()));
    }

    asio::io_context context{1};

private:
    e2e::temporary_directory directory_;
    std::ostringstream text_;
    std::shared_ptr<spdlog::logger> log_ = std::make_shared<spdlog::logger>(
        "test", std::make_shared<spdlog::sinks::ostream_sink_mt>(text_));
    journal records_ = open_journal(directory_.path() / "journal");
    run_loop loop_{context,
                   {.runtime_directory = directory_.path(),
                    .on_phone = {},
                    .record_to = {},
                    .longest_farewell = std::chrono::milliseconds(100),
                    .end_at_once = [](int code) { throw ended_at_once{code}; }},
                   records_,
                   log_};
};

} // namespace

TEST_CASE("a thimbled of which a part has failed ends although something hangs", "[daemon]")
{
    looping of;
    asio::co_spawn(of.context, hanging_work(), [](const std::exception_ptr&) {});
    std::optional<int> code;
    try {
        of.run(failing_service());
    } catch (const ended_at_once& how) {
        code = how.code;
    }
    INFO(of.log());
    CHECK(code == service::exit_failed);
    CHECK(of.log().contains("serving ended: the port is gone"));
    CHECK(of.log().contains("something still hangs"));
    CHECK_FALSE(of.has_socket());
}

} // namespace thimble::daemon
