// Drags by XCTest: what a runner is asked for, new and old.
#include "tests/device/wda/driver_fixture.hpp"

#include <nlohmann/json.hpp>

namespace thimble::tests {
namespace {

using nlohmann::json;

const std::string velocity_target = session_path + "/wda/pressAndDragWithVelocity";
const std::string usual_speed_target = session_path + "/wda/dragfromtoforduration";

constexpr device::press_and_drag up_from_bottom{.from = {.x = 196, .y = 851},
                                                .to = {.x = 196, .y = 426},
                                                .press = std::chrono::milliseconds(350),
                                                .velocity = 700,
                                                .rest = std::chrono::milliseconds(800)};

device::result<void> drag(driver_fixture& phone)
{
    return run_until_done(phone.context, phone.driver.dragger().drag(up_from_bottom, upright));
}

} // namespace

TEST_CASE("a native drag has a press, a velocity and a rest", "[device]")
{
    driver_fixture phone;
    phone.runner.on("POST " + velocity_target, value("null", session_id));
    REQUIRE(drag(phone));
    CHECK(json::parse(phone.runner.log().back().body) == json{{"fromX", 196.0},
                                                              {"fromY", 851.0},
                                                              {"toX", 196.0},
                                                              {"toY", 426.0},
                                                              {"pressDuration", 0.35},
                                                              {"velocity", 700.0},
                                                              {"holdDuration", 0.8}});
}

TEST_CASE("a runner without velocities drags at its own", "[device]")
{
    driver_fixture phone;
    phone.runner.on("POST " + usual_speed_target, value("null", session_id));
    REQUIRE(drag(phone));
    CHECK(json::parse(phone.runner.log().back().body).at("duration") == 0.35);
    REQUIRE(drag(phone));
    CHECK(phone.runner.count("POST " + velocity_target) == 1);
    CHECK(phone.runner.count("POST " + usual_speed_target) == 2);
}

TEST_CASE("what a runner's velocities were is forgotten with it", "[device]")
{
    driver_fixture phone;
    run_until_done(phone.context, phone.driver.probe());
    phone.runner.on("POST " + usual_speed_target, value("null", session_id));
    REQUIRE(drag(phone));
    phone.runner.on("POST " + velocity_target, value("null", session_id));
    REQUIRE(drag(phone)); // it has said that it does not know the route
    CHECK(phone.runner.count("POST " + velocity_target) == 1);
    SECTION("it was seen to be gone")
    {
        phone.runner.listen(false);
        phone.runner.drop_connections();
        run_until_done(phone.context, phone.driver.probe());
        phone.runner.listen(true);
    }
    SECTION("another one has taken its place")
    {
        phone.runner.on("GET /status", status_of("16.12.10"));
    }
    run_until_done(phone.context, phone.driver.probe());
    REQUIRE(drag(phone));
    CHECK(phone.runner.count("POST " + velocity_target) == 2);
}

TEST_CASE("a native drag is not made on an interface that has turned", "[device]")
{
    driver_fixture phone;
    phone.runner.on("POST " + velocity_target, value("null", session_id));
    REQUIRE(drag(phone));
    phone.runner.on("GET /rotation", value(R"({"x" : 0, "y" : 0, "z" : 90})", session_id));
    phone.runner.on("GET /window/size", value(R"({"width" : 852, "height" : 393})", session_id));
    const auto before = phone.suspicions;
    const auto dragged = drag(phone);
    REQUIRE_FALSE(dragged);
    CHECK(dragged.error().what == device::problem::stale_frame);
    CHECK(dragged.error().phone == device::reached::nothing);
    CHECK(phone.suspicions > before);
    CHECK(phone.runner.count("POST " + velocity_target) == 1);
}

TEST_CASE("a native drag that fails is not made another way", "[device]")
{
    driver_fixture phone;
    phone.runner.on("POST " + velocity_target, error(500, "unknown error"));
    const auto dragged = drag(phone);
    REQUIRE_FALSE(dragged);
    CHECK(dragged.error().phone == device::reached::perhaps);
    CHECK(phone.runner.count("POST " + usual_speed_target) == 0);
}

} // namespace thimble::tests
