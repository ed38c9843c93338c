#include "device/fleet/readiness.hpp"
#include "tests/catch2.hpp"

#include <set>
#include <string>
#include <utility>

namespace thimble::tests {
namespace {

using device::blocker;
using device::first_blocker;
using device::observation;
using device::trust_state;
using device::wda::runner_state;

observation ready()
{
    return {.claimed = true,
            .asked = true,
            .trust = trust_state::trusted,
            .os_version = "18.5",
            .locked = false,
            .developer_mode = true,
            .image_mounted = true,
            .runner_installed = true,
            .runner = runner_state::answering,
            .driver_version = "16.7.3"};
}

std::string blocked_by(const observation& seen)
{
    const auto first = first_blocker(seen);
    if (!first)
        return "";
    CHECK_FALSE(first->message.empty());
    CHECK_FALSE(first->remedy.empty());
    return std::string(to_string(first->code));
}

} // namespace

TEST_CASE("a phone with nothing missing is ready", "[device]")
{
    CHECK(blocked_by(ready()).empty());
}

TEST_CASE("what is not known does not block", "[device]")
{
    observation seen;
    seen.runner = runner_state::answering;
    CHECK(blocked_by(seen).empty());
}

TEST_CASE("a phone whose image is being replaced is not driven until then, but by a runner",
          "[device]")
{
    auto seen = ready();
    seen.replacing_image = true;
    CHECK(blocked_by(seen).empty());
    for (const bool by_services : {false, true}) {
        seen.driven_by_services = by_services;
        seen.runner = runner_state::refused;
        CHECK(blocked_by(seen) == "DRIVER_STARTING");
    }
    seen.locked = true;
    CHECK(blocked_by(seen) == "LOCKED");
}

TEST_CASE("a phone that its own services see and touch needs no runner", "[device]")
{
    auto seen = ready();
    seen.driven_by_services = true;
    for (const auto state : {runner_state::refused, runner_state::silent, runner_state::starting,
                             runner_state::automation_off, runner_state::too_old}) {
        seen.runner = state;
        CHECK(blocked_by(seen).empty());
    }
    seen.claimed = false; // another process drives it
    CHECK(blocked_by(seen) == "DRIVER_NOT_RUNNING");
    seen.claimed = true;
    seen.locked = true;
    CHECK(blocked_by(seen) == "LOCKED");
}

TEST_CASE("a runner is missed only once the phone's own services were looked at", "[device]")
{
    auto seen = ready();
    seen.services_unseen = true;
    CHECK(blocked_by(seen).empty()); // the runner answers
    seen.runner = runner_state::refused;
    seen.runner_installed = false;
    CHECK(blocked_by(seen) == "DRIVER_STARTING");
    seen.developer_mode = false; // without it there are none
    CHECK(blocked_by(seen) == "DEVELOPER_MODE_OFF");
    seen.developer_mode = true;
    seen.services_unseen = false;
    CHECK(blocked_by(seen) == "DRIVER_NOT_INSTALLED");
    seen.claimed = false;
    seen.services_unseen = true;
    CHECK(blocked_by(seen) == "DRIVER_NOT_RUNNING");
}

TEST_CASE("a phone is not ready before it was asked who it is", "[device]")
{
    auto seen = ready();
    seen.asked = false;
    CHECK(blocked_by(seen) == "DRIVER_STARTING");
}

TEST_CASE("a phone is blocked by one step at a time, in the order of the steps", "[device]")
{
    auto seen = ready();
    seen.runner = runner_state::refused;
    CHECK(blocked_by(seen) == "DRIVER_NOT_RUNNING");
    seen.runner_installed = false;
    CHECK(blocked_by(seen) == "DRIVER_NOT_INSTALLED");
    seen.image_mounted = false;
    CHECK(blocked_by(seen) == "DEVELOPER_IMAGE_MISSING");
    seen.developer_mode = false;
    CHECK(blocked_by(seen) == "DEVELOPER_MODE_OFF");
    seen.locked = true;
    CHECK(blocked_by(seen) == "LOCKED");
    seen.trust = trust_state::not_trusted;
    CHECK(blocked_by(seen) == "NOT_TRUSTED");
}

TEST_CASE("a missing runner is told with what it would add", "[device]")
{
    auto seen = ready();
    seen.runner = runner_state::refused;
    seen.runner_installed = false;
    CHECK_FALSE(first_blocker(seen)->message.contains("would add"));
    seen.added_by_runner = "touches and typing";
    CHECK(
        first_blocker(seen)->message ==
        "WebDriverAgentRunner is not installed on the phone. It would add touches and typing; the "
        "rest works without it.");
    seen.image_mounted = false;
    CHECK_FALSE(first_blocker(seen)->message.contains("would add"));
}

TEST_CASE("an image that could not be mounted is told with the reason", "[device]")
{
    auto seen = ready();
    seen.runner = runner_state::refused;
    seen.image_mounted = false;
    CHECK(first_blocker(seen)->remedy.contains("`thimbled image mount`"));
    seen.image_problem = "Put it there.";
    CHECK(first_blocker(seen)->remedy == "Put it there.");
}

TEST_CASE("trust is a state of its own until it is given", "[device]")
{
    auto seen = ready();
    seen.trust = trust_state::pending;
    CHECK(blocked_by(seen) == "TRUST_PENDING");
    seen.trust = trust_state::denied;
    CHECK(blocked_by(seen) == "TRUST_DENIED");
    seen.trust = trust_state::locked;
    CHECK(blocked_by(seen) == "LOCKED");
}

TEST_CASE("the runner's states say what to do", "[device]")
{
    auto seen = ready();
    seen.runner = runner_state::starting;
    CHECK(blocked_by(seen) == "DRIVER_STARTING");
    seen.runner = runner_state::silent;
    CHECK(blocked_by(seen) == "DRIVER_NOT_RUNNING");
    CHECK(first_blocker(seen)->message.find("hangs") != std::string::npos);
    seen.runner = runner_state::automation_off;
    CHECK(blocked_by(seen) == "UI_AUTOMATION_OFF");
    seen.runner = runner_state::refused;
    seen.os_version = "12.5.7";
    CHECK(blocked_by(seen) == "IOS_TOO_OLD");
}

TEST_CASE("a runner that is too old is named with its version and a remedy", "[device]")
{
    auto seen = ready();
    seen.runner = runner_state::too_old;
    seen.driver_version = "4.15.0";
    CHECK(blocked_by(seen) == "DRIVER_TOO_OLD");
    CHECK(first_blocker(seen)->message.contains("4.15.0"));
    CHECK(first_blocker(seen)->message.contains("5.10.1"));
    CHECK(first_blocker(seen)->remedy.contains("Install"));
}

TEST_CASE("the settings come last among the remedies for a runner that may do nothing", "[device]")
{
    auto seen = ready();
    seen.runner = runner_state::automation_off;
    const auto remedy = first_blocker(seen)->remedy;
    CHECK(remedy.starts_with("Unlock the phone"));
    CHECK(remedy.find("plug it in again") < remedy.find("Settings"));
}

TEST_CASE("a switch that stays hidden is told of", "[device]")
{
    auto seen = ready();
    seen.developer_mode = false;
    CHECK(first_blocker(seen)->remedy.contains("Xcode"));
    seen.developer_mode_shown = true;
    CHECK_FALSE(first_blocker(seen)->remedy.contains("Xcode"));
}

TEST_CASE("a phone that another process drives is not ready here", "[device]")
{
    auto seen = ready();
    seen.claimed = false;
    CHECK(blocked_by(seen) == "DRIVER_NOT_RUNNING");
}

TEST_CASE("a runner that is started here is starting until it answers", "[device]")
{
    auto seen = ready();
    seen.runner = runner_state::refused;
    seen.start = device::runner_phase::waiting;
    CHECK(blocked_by(seen) == "DRIVER_STARTING");
    seen.start = device::runner_phase::starting;
    CHECK(blocked_by(seen) == "DRIVER_STARTING");
    seen.start_problem = {.what = device::runner_obstacle::other, .reason = "It has ended."};
    CHECK(blocked_by(seen) == "DRIVER_STARTING");
    seen.start = device::runner_phase::given_up;
    CHECK(blocked_by(seen) == "DRIVER_NOT_RUNNING");
    CHECK(first_blocker(seen)->message.contains("It has ended."));
    seen.runner = runner_state::answering;
    CHECK(blocked_by(seen).empty());
}

TEST_CASE("each reason for which a runner does not start is a blocker of its own", "[device]")
{
    using device::runner_obstacle;
    const std::pair<runner_obstacle, const char*> reasons[] = {
        {runner_obstacle::locked, "LOCKED"},
        {runner_obstacle::not_trusted, "DRIVER_NOT_TRUSTED"},
        {runner_obstacle::expired, "DRIVER_EXPIRED"},
        {runner_obstacle::automation_off, "UI_AUTOMATION_OFF"},
        {runner_obstacle::passcode_wanted, "UI_AUTOMATION_PASSCODE"},
        {runner_obstacle::image_missing, "DEVELOPER_IMAGE_MISSING"},
        {runner_obstacle::test_manager, "DRIVER_NOT_AUTHORIZED"},
    };
    auto seen = ready();
    seen.runner = runner_state::refused;
    std::set<std::string> codes;
    std::set<std::string> remedies;
    for (const auto& [what, code] : reasons) {
        seen.start_problem = {.what = what, .reason = "The phone's words."};
        for (const auto phase : {device::runner_phase::waiting, device::runner_phase::starting,
                                 device::runner_phase::given_up}) {
            seen.start = phase;
            CHECK(blocked_by(seen) == code);
        }
        codes.insert(code);
        remedies.insert(first_blocker(seen)->remedy);
    }
    CHECK(codes.size() == std::size(reasons));
    CHECK(remedies.size() == std::size(reasons));
}

TEST_CASE("a runner that was stopped on request is said to be, with what starts it", "[device]")
{
    auto seen = ready();
    seen.runner = runner_state::refused;
    seen.start = device::runner_phase::stopped;
    seen.start_problem = {.what = device::runner_obstacle::expired, .reason = "It has expired."};
    CHECK(blocked_by(seen) == "DRIVER_NOT_RUNNING");
    CHECK(first_blocker(seen)->message == "WebDriverAgentRunner was stopped on request.");
    CHECK(first_blocker(seen)->remedy.contains("`thimbled runner start`"));
    seen.runner = runner_state::answering; // somebody else has started it
    CHECK(blocked_by(seen).empty());
}

TEST_CASE("a runner that cannot be launched has the phone's words told", "[device]")
{
    auto seen = ready();
    seen.runner = runner_state::refused;
    seen.start = device::runner_phase::waiting;
    seen.start_problem = {
        .what = device::runner_obstacle::other, .reason = "The phone's words.", .refused = true};
    CHECK(blocked_by(seen) == "DRIVER_NOT_RUNNING");
    CHECK(first_blocker(seen)->message.contains("The phone's words."));
    seen.start_problem->reason = "Run `sudo thing`."; // a mark is for commands of ours
    CHECK(first_blocker(seen)->message.contains("Run sudo thing."));
    seen.image_mounted = false; // what comes before it is told first
    CHECK(blocked_by(seen) == "DEVELOPER_IMAGE_MISSING");
}

} // namespace thimble::tests
