// The way in which a runner is started: learnt, and kept for each phone.
#include "device/fleet/runner_ways.hpp"
#include "tests/catch2.hpp"

namespace thimble::tests {
namespace {

using device::proven_way;
using device::runner_choice;
using device::runner_key;
using device::runner_ways;
using device::start_way;

constexpr auto one_phone = "0001";
constexpr auto runner = "org.example.runner.xctrunner";
constexpr std::chrono::sys_seconds monday{std::chrono::seconds(1'700'000'000)};

/// As of one process after the other.
class kept_ways final : public device::runner_way_memory {
public:
    std::optional<proven_way> find(const runner_key& of) const override
    {
        const auto found = kept.find(of);
        return found == kept.end() ? std::nullopt : std::optional(found->second);
    }

    void remember(const runner_key& of, const proven_way& what) override
    {
        kept[of] = what;
        ++writes;
    }

    std::map<runner_key, proven_way> kept;
    int writes = 0;
};

start_way way_of(const runner_ways& ways)
{
    return ways.choose(one_phone, {runner}, true)->way;
}

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

TEST_CASE("a runner is first started in the way that its package needs", "[device]")
{
    runner_ways ways;
    ways.note_package(one_phone, runner, {.embeds_xctest = false, .installed = monday});
    CHECK(way_of(ways) == start_way::process_control);
    CHECK(ways.choose("0002", {runner}, true)->way == start_way::test_session);
    CHECK(ways.choose(one_phone, {runner}, false)->way == start_way::test_session);
    ways.failed(one_phone, {runner, start_way::process_control});
    ways.note_package(one_phone, runner, {.embeds_xctest = false, .installed = monday});
    CHECK(way_of(ways) == start_way::test_session); // which the package does not take back
}

TEST_CASE("another package makes what was learnt of a runner void", "[device]")
{
    runner_ways ways;
    ways.note_package(one_phone, runner, {.embeds_xctest = false, .installed = monday});
    ways.worked(one_phone, {runner, start_way::process_control});
    ways.note_package(one_phone, runner,
                      {.embeds_xctest = true, .installed = monday + std::chrono::seconds(1)});
    CHECK(way_of(ways) == start_way::test_session);
}

TEST_CASE("the way that worked last is the first one of the next process", "[device]")
{
    const auto memory = std::make_shared<kept_ways>();
    {
        runner_ways ways(memory);
        ways.failed(one_phone, {runner, start_way::test_session});
        CHECK(memory->kept.empty());
        ways.worked(one_phone, {runner, start_way::process_control});
        ways.worked(one_phone, {runner, start_way::process_control});
        CHECK(memory->writes == 1);
    }
    runner_ways ways(memory);
    CHECK(way_of(ways) == start_way::process_control);
    CHECK(ways.choose("0002", {runner}, true)->way == start_way::test_session);
    ways.refused(one_phone, {runner, start_way::process_control});
    CHECK(way_of(ways) == start_way::process_control);
    ways.failed(one_phone, {runner, start_way::process_control});
    CHECK(way_of(ways) == start_way::test_session);
}

TEST_CASE("the way that worked with a package goes before what the package tells", "[device]")
{
    const auto memory = std::make_shared<kept_ways>();
    const device::runner_package package{.embeds_xctest = false, .installed = monday};
    {
        runner_ways ways(memory);
        ways.note_package(one_phone, runner, package);
        ways.failed(one_phone, {runner, start_way::process_control});
        ways.worked(one_phone, {runner, start_way::test_session});
    }
    runner_ways ways(memory);
    ways.note_package(one_phone, runner, package);
    CHECK(way_of(ways) == start_way::test_session);
    ways.note_package(one_phone, runner,
                      {.embeds_xctest = false, .installed = monday + std::chrono::days(1)});
    CHECK(way_of(ways) == start_way::process_control);
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
