// The way in which a runner is started: learnt, and kept for each phone.
#include "device/fleet/runner_ways.hpp"
#include "tests/catch2.hpp"

namespace thimble::tests {
namespace {

using device::runner_choice;
using device::runner_ways;
using device::start_way;

constexpr auto one_phone = "0001";
constexpr auto runner = "org.example.runner.xctrunner";

} // namespace

TEST_CASE("a runner that is not known is tried with a test session", "[device]")
{
    const runner_ways ways;
    CHECK(ways.choose(one_phone, {}, true) == std::nullopt);
    CHECK(ways.choose(one_phone, {runner}, true) == runner_choice{runner, start_way::test_session});
}

TEST_CASE("a way that fails has the other one tried next", "[device]")
{
    runner_ways ways;
    const auto first = ways.choose(one_phone, {runner}, true);
    ways.failed(one_phone, *first);
    const auto second = ways.choose(one_phone, {runner}, true);
    CHECK(second->way == start_way::process_control);
    ways.failed(one_phone, *second);
    CHECK(ways.choose(one_phone, {runner}, true)->way == start_way::test_session);
}

TEST_CASE("a way that worked is kept for that phone and runner", "[device]")
{
    runner_ways ways;
    ways.worked(one_phone, {runner, start_way::process_control});
    CHECK(ways.choose(one_phone, {runner}, true)->way == start_way::process_control);
    CHECK(ways.choose("0002", {runner}, true)->way == start_way::test_session);
    CHECK(ways.choose(one_phone, {"org.example.other"}, true)->way == start_way::test_session);
}

TEST_CASE("a runner is never started alone where it cannot be", "[device]")
{
    runner_ways ways;
    ways.failed(one_phone, {runner, start_way::test_session});
    CHECK(ways.choose(one_phone, {runner}, false)->way == start_way::test_session);
}

TEST_CASE("a runner that the phone refuses comes behind the others", "[device]")
{
    runner_ways ways;
    const std::vector<std::string> installed{"a", "b"};
    CHECK(ways.choose(one_phone, installed, true)->bundle_id == "a");
    ways.refused(one_phone, {"a", start_way::test_session});
    CHECK(ways.choose(one_phone, installed, true)->bundle_id == "b");
    ways.refused(one_phone, {"b", start_way::test_session});
    CHECK(ways.choose(one_phone, installed, true)->bundle_id == "a");
    ways.worked(one_phone, {"b", start_way::test_session});
    CHECK(ways.choose(one_phone, installed, true)->bundle_id == "b");
}

} // namespace thimble::tests
