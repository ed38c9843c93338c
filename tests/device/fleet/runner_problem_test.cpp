// The phone's words for a runner that does not start, told for what they are.
#include "device/fleet/runner_problem.hpp"
#include "tests/catch2.hpp"

namespace thimble::tests {
namespace {

using device::runner_obstacle;

runner_obstacle obstacle_for(std::string cause, std::string message = {})
{
    const device::failure why{
        .what = device::problem::refused, .message = std::move(message), .cause = std::move(cause)};
    const auto found = device::explain_start(why);
    CHECK(found.reason == why.message);
    CHECK_FALSE(found.refused);
    return found.what;
}

} // namespace

TEST_CASE("a launch that is refused tells why", "[device]")
{
    CHECK(
        obstacle_for("launch_refused",
                     "Unable to launch a because it has an invalid code signature, inadequate "
                     "entitlements or its profile has not been explicitly trusted by the user.") ==
        runner_obstacle::not_trusted);
    CHECK(obstacle_for("launch_refused",
                       "Unable to launch a because its provisioning profile has expired.") ==
          runner_obstacle::expired);
    CHECK(obstacle_for("launch_refused", "Unable to launch a because the device was not, or could "
                                         "not be, unlocked.") == runner_obstacle::locked);
    CHECK(obstacle_for("launch_refused", "Something else.") == runner_obstacle::other);
}

TEST_CASE("a runner that may not automate is told from one that is asked for a passcode",
          "[device]")
{
    CHECK(obstacle_for("runner_failed", "(XCTDaemonErrorDomain 41: Not authorized for performing "
                                        "UI testing actions.)") == runner_obstacle::automation_off);
    CHECK(obstacle_for("exit_41") == runner_obstacle::automation_off);
    CHECK(obstacle_for("runner_failed",
                       "(com.apple.dt.XCTest.XCTFuture 1000: Timed out while "
                       "enabling automation mode.)") == runner_obstacle::passcode_wanted);
}

TEST_CASE("an exit code and a refusal of testmanagerd are the same obstacle", "[device]")
{
    CHECK(obstacle_for("exit_74") == runner_obstacle::test_manager);
    CHECK(obstacle_for("not_authorized") == runner_obstacle::test_manager);
    CHECK(obstacle_for("exit_1") == runner_obstacle::other);
}

TEST_CASE("services that are not there mean that the image is not", "[device]")
{
    CHECK(obstacle_for("service_missing") == runner_obstacle::image_missing);
    CHECK(obstacle_for("no_developer_service") == runner_obstacle::image_missing);
    CHECK(obstacle_for("tunnel_lost") == runner_obstacle::other);
}

} // namespace thimble::tests
