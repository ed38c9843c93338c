// Lines of the log about commands that carry a client's trace.
#include "tests/daemon/execution/executor_fixture.hpp"
#include "text/trace_context.hpp"

#include <spdlog/sinks/ostream_sink.h>

#include <algorithm>
#include <sstream>

namespace thimble::daemon {

namespace {

constexpr const char* traced_by = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";
constexpr const char* its_trace = "trace=0af7651916cd43dd8448eb211c80319c";

struct log_text {
    std::shared_ptr<spdlog::logger> write_here()
    {
        auto sink = std::make_shared<spdlog::sinks::ostream_sink_mt>(text);
        sink->set_pattern("%l: %v");
        return std::make_shared<spdlog::logger>("thimbled", std::move(sink));
    }

    std::ostringstream text;
};

/// Its log is there before it, and after it.
class logging_executor_fixture : public log_text, public executor_fixture {
public:
    logging_executor_fixture() : executor_fixture(std::chrono::minutes(1), write_here()) {}

    link::command traced(std::string job_id, link::action what) const
    {
        auto out = command(std::move(job_id), std::move(what));
        out.trace = service::trace_context::parse(traced_by);
        return out;
    }

    std::string log() const { return text.str(); }

    bool is_one_line() const
    {
        const auto all = log();
        return std::ranges::count(all, '\n') == 1;
    }
};

TEST_CASE_METHOD(logging_executor_fixture,
                 "the end of a command with a trace is one line in the log",
                 "[daemon]")
{
    execute(traced("job-1", link::home{}));
    CHECK(log().starts_with("info: job=job-1 " + std::string(its_trace) +
                            " phone=" + phone->told.udid + " action=home outcome=done queued_ms="));
    CHECK(log().contains(" device_ms="));
    CHECK(is_one_line());
}

TEST_CASE_METHOD(logging_executor_fixture, "a command without a trace leaves no line", "[daemon]")
{
    execute(command("job-1", link::home{}));
    CHECK(log().empty());
}

TEST_CASE_METHOD(logging_executor_fixture,
                 "what was typed is not in the line of its command",
                 "[daemon]")
{
    execute(traced("job-1", link::type{.text = "planted-text"}));
    execute(traced("job-2", link::copy_text{.text = "planted-copy"}));
    execute(traced("job-3", link::unlock{.passcode = "424242"}));
    for (const auto* each : {"action=type ", "action=copy-text ", "action=unlock "})
        CHECK(log().contains(each));
    CHECK_FALSE(log().contains("planted"));
    CHECK_FALSE(log().contains("424242"));
}

TEST_CASE_METHOD(logging_executor_fixture,
                 "a command that is refused or withdrawn before its turn tells its end as well",
                 "[daemon]")
{
    phone->touches_hang = true;
    const auto first = begin(command("job-1", link::tap{.x = 310, .y = 672}));
    const auto second = begin(traced("job-2", link::tap{.x = 310, .y = 672}));
    executor.withdraw("job-2");
    end(second);
    CHECK(log().contains("job=job-2 " + std::string(its_trace)));
    CHECK(log().contains("action=tap outcome=not_sent"));
    CHECK(is_one_line());
    phone->let_go();
    end(first);
    auto elsewhere = traced("job-3", link::home{});
    elsewhere.udid = "nowhere";
    execute(elsewhere);
    CHECK(log().contains("job=job-3 " + std::string(its_trace) +
                         " phone=nowhere action=home outcome=not_sent queued_ms=0.00 "
                         "device_ms=0.00"));
}

TEST_CASE_METHOD(logging_executor_fixture,
                 "a command that comes again has no second line",
                 "[daemon]")
{
    execute(traced("job-1", link::home{}));
    CHECK(execute(traced("job-1", link::home{})).outcome == link::outcome::done);
    CHECK(is_one_line());
}

} // namespace

} // namespace thimble::daemon
