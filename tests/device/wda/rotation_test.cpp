// Turning the interface: asked for once, and seen to have happened.
#include "tests/device/wda/driver_fixture.hpp"

#include <nlohmann/json.hpp>

namespace thimble::tests {
namespace {

using screen::orientation;

const std::string rotation_target = "/session/" + session_id + "/rotation";

struct turning_fixture : driver_fixture {
    turning_fixture() { runner.on("POST " + rotation_target, value("null", session_id)); }

    /// From when it is asked on, the phone stands like this.
    void turns_to(int degrees)
    {
        runner.when_asked("POST " + rotation_target, [this, degrees] { stand(degrees); });
    }

    void stand(int degrees)
    {
        const bool wide = degrees == 90 || degrees == 270;
        runner.on("GET /window/size", value(wide ? R"({"width" : 852, "height" : 393})"
                                                 : R"({"width" : 393, "height" : 852})",
                                            session_id));
        runner.on(
            "GET /rotation",
            value(R"({"x" : 0, "y" : 0, "z" : )" + std::to_string(degrees) + "}", session_id));
    }

    device::result<void> turn(orientation to)
    {
        return run_until_done(context, driver.orientation().turn(to));
    }
};

} // namespace

TEST_CASE("the interface is turned by degrees and read back", "[device]")
{
    const auto [to, degrees] = GENERATE(std::pair(orientation::landscape_left, 270),
                                        std::pair(orientation::landscape_right, 90),
                                        std::pair(orientation::upside_down, 180));
    turning_fixture phone;
    phone.turns_to(degrees);
    REQUIRE(phone.turn(to));
    CHECK(phone.runner.count("POST " + rotation_target) == 1);
    CHECK(phone.driver.interface()->turned == to);
    CHECK(phone.suspicions > 0); // pictures and places have another size now
    for (const auto& each : phone.runner.log())
        if (each.method == "POST" && each.target == rotation_target)
            CHECK(nlohmann::json::parse(each.body) ==
                  nlohmann::json{{"x", 0}, {"y", 0}, {"z", degrees}});
}

TEST_CASE("an interface that stands as wanted is not turned", "[device]")
{
    turning_fixture phone;
    REQUIRE(phone.turn(orientation::portrait));
    CHECK(phone.runner.count("POST " + rotation_target) == 0);
}

TEST_CASE("an interface that turns after the runner has said no is turned", "[device]")
{
    turning_fixture phone;
    phone.runner.on("POST " + rotation_target,
                    error(400, "invalid element state", "The current rotation cannot be set"));
    int looks = 0;
    phone.runner.when_asked("GET /rotation", [&] {
        if (++looks == 4) // once before, then while the animation plays
            phone.stand(270);
    });
    REQUIRE(phone.turn(orientation::landscape_left));
    CHECK(phone.driver.interface()->turned == orientation::landscape_left);
    CHECK(phone.runner.count("POST " + rotation_target) == 1);
}

TEST_CASE("an app that refuses to turn is named as the cause", "[device]")
{
    turning_fixture phone;
    const auto answer = GENERATE(error(400, "invalid element state", "cannot be set"),
                                 error(500, "unknown error", "Unable To Rotate Device"));
    phone.runner.on("POST " + rotation_target, answer);
    const auto refused = phone.turn(orientation::landscape_left);
    REQUIRE_FALSE(refused);
    CHECK(refused.error().cause == "app_refuses");
}

TEST_CASE("an interface that does not follow is a failure", "[device]")
{
    turning_fixture phone;
    const auto refused = phone.turn(orientation::landscape_left);
    REQUIRE_FALSE(refused);
    CHECK(refused.error().cause == "orientation_not_reached");
    CHECK(phone.runner.count("POST " + rotation_target) == 1);
}

} // namespace thimble::tests
