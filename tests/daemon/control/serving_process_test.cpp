// The process that has a port, as its control socket tells.
#include "daemon/control/control_answer.hpp"
#include "daemon/control/serving_process.hpp"
#include "http/handler.hpp"
#include "http/listener.hpp"
#include "program/listen_address.hpp"
#include "tests/catch2.hpp"
#include "tests/daemon/execution/executor_fixture.hpp"
#include "tests/e2e/temporary_directory.hpp"

#include <boost/asio/bind_cancellation_slot.hpp>
#include <boost/asio/cancellation_signal.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/post.hpp>

#include <thread>

namespace thimble::daemon {

namespace {

namespace asio = boost::asio;

constexpr int process_told = 4711;

/// The control socket of a process that says where it serves, on a thread of its own.
class told_process final : public service::http::handler {
public:
    explicit told_process(std::string address) : address_(std::move(address))
    {
        socket_.open(directory_.path() / "control-1.sock");
        asio::co_spawn(context_, socket_.run(std::chrono::milliseconds(100)),
                       asio::bind_cancellation_slot(stop_.slot(), asio::detached));
        thread_ = std::thread([this] { context_.run(); });
    }
    told_process(const told_process&) = delete;
    told_process& operator=(const told_process&) = delete;
    ~told_process() override
    {
        asio::post(context_, [this] { stop_.emit(asio::cancellation_type::terminal); });
        thread_.join();
    }

    bool wants_body(const service::http::request& /*what*/) override { return true; }

    asio::awaitable<service::http::response> handle(const service::http::request& /*what*/,
                                                    service::http::caller& /*from*/) override
    {
        control_answer status;
        status.record["pid"] = process_told;
        status.record["address"] = address_;
        co_return to_response(std::move(status));
    }

    service::http::response refuse(service::http::refusal /*why*/) override { return {}; }

    bool is_in_the_way_of(const std::string& wanted) const
    {
        const auto at = service::parse_listen_address(wanted);
        REQUIRE(at);
        const auto found = process_that_serves(directory_.path(), *at);
        CHECK(found.value_or(process_told) == process_told);
        return found.has_value();
    }

private:
    std::string address_;
    e2e::temporary_directory directory_;
    std::shared_ptr<spdlog::logger> log_ = silent_log();
    asio::io_context context_{1};
    service::http::listener socket_{context_.get_executor(),
                                    *this,
                                    {.request_time = std::chrono::seconds(100)},
                                    {},
                                    nullptr,
                                    log_};
    asio::cancellation_signal stop_;
    std::thread thread_;
};

} // namespace

TEST_CASE("the process that has a port is found however the addresses are written", "[daemon]")
{
    const told_process one("http://127.0.0.1:8344");
    CHECK(one.is_in_the_way_of("127.0.0.1:8344"));
    CHECK(one.is_in_the_way_of("localhost:8344"));
    CHECK(one.is_in_the_way_of("0.0.0.0:8344"));
    CHECK(one.is_in_the_way_of("[::]:8344"));
    CHECK_FALSE(one.is_in_the_way_of("127.0.0.1:18344"));
    CHECK_FALSE(one.is_in_the_way_of("127.0.0.1:344"));
    CHECK_FALSE(one.is_in_the_way_of("127.0.0.2:8344"));
    CHECK_FALSE(one.is_in_the_way_of("[::1]:8344"));
}

TEST_CASE("a process that serves all interfaces has the port of each", "[daemon]")
{
    const told_process by_ipv4("https://0.0.0.0:8344");
    CHECK(by_ipv4.is_in_the_way_of("127.0.0.1:8344"));
    CHECK(by_ipv4.is_in_the_way_of("192.0.2.1:8344"));
    CHECK_FALSE(by_ipv4.is_in_the_way_of("[::1]:8344"));
    const told_process by_both("https://[::]:8344");
    CHECK(by_both.is_in_the_way_of("127.0.0.1:8344"));
    CHECK(by_both.is_in_the_way_of("[::1]:8344"));
}

TEST_CASE("a process that tells no place is in nobody's way", "[daemon]")
{
    for (const std::string address : {"", "http://", "127.0.0.1:8344", "https://a.example"})
        CHECK_FALSE(told_process(address).is_in_the_way_of("127.0.0.1:8344"));
}

} // namespace thimble::daemon
