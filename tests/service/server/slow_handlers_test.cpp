// Handlers that hold the home thread, in the log and as failures of tests.
#include "async/home_watch.hpp"
#include "program/slow_handlers.hpp"
#include "tests/catch2.hpp"
#include "tests/e2e/slow_handlers.hpp"
#include "tests/service/running_service.hpp"

#include <spdlog/logger.h>
#include <spdlog/sinks/ostream_sink.h>

#include <ctime>
#include <memory>
#include <sstream>

namespace thimble::service::test {

using namespace std::chrono_literals;

TEST_CASE("what a program logs of a slow handler is what tests of programs look for", "[service]")
{
    std::ostringstream text;
    const auto log = std::make_shared<spdlog::logger>(
        "watched", std::make_shared<spdlog::sinks::ostream_sink_st>(text));
    const auto tell = slow_handlers_to(log);
    tell({.processor = 301ms, .passed = 900ms, .is_too_long = true});
    tell({.processor = 3ms, .passed = 900ms, .is_too_long = false});
    CHECK(e2e::slow_handlers_in(text.str(), 300ms).size() == 1);
    CHECK(e2e::slow_handlers_in(text.str(), 301ms).empty());
}

#ifndef NDEBUG
// It has to fail.
TEST_CASE("a test fails of a handler that held the home thread", "[service][!shouldfail]")
{
    running_service running;
    running.at_home([] {
        const auto used = [] {
            timespec now{};
            ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
            return std::chrono::seconds(now.tv_sec) + std::chrono::nanoseconds(now.tv_nsec);
        };
        const auto until = used() + e2e::longest_handler() + 20ms;
        while (used() < until)
            continue;
    });
}
#endif

} // namespace thimble::service::test
