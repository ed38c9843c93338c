// A program whose home thread was held fails the test that has started it.
#include "tests/catch2.hpp"
#include "tests/e2e/program.hpp"
#include "tests/e2e/slow_handlers.hpp"

namespace thimble::e2e {

using namespace std::chrono_literals;

TEST_CASE("a log tells which handlers took longer than is granted", "[e2e]")
{
    const std::string log =
        "info thimbled: ready\n"
        "error thimbled: a handler held the home thread for 200 ms of processor "
        "time\n"
        "error thimbled: a handler held the home thread for 1201 ms of "
        "processor time\n"
        "debug thimbled: a handler took 9000 ms, 3 of them processor time\n";
    CHECK(slow_handlers_in(log, 100ms).size() == 2);
    const auto slow = slow_handlers_in(log, 200ms);
    REQUIRE(slow.size() == 1);
    CHECK(slow.front().find("1201 ms") != std::string::npos);
    CHECK(slow_handlers_in(log, 1201ms).empty());
}

// It has to fail: more is granted under no sanitizer.
TEST_CASE("a test fails of a program whose handler held the home thread", "[e2e][!shouldfail]")
{
    program held("sh", {"-c", "echo 'a handler held the home thread for 99999 ms of processor "
                              "time' >&2"});
    held.wait(10s);
}

TEST_CASE("a program whose handlers are quick fails no test", "[e2e]")
{
    program quick("sh", {"-c", "echo 'a handler held the home thread for 1 ms of processor time' "
                               ">&2"});
    CHECK(quick.wait(10s));
}

} // namespace thimble::e2e
