// Touches and pictures are in the space of the screen, whatever the app in front takes for it.
#include "tests/device/wda/driver_fixture.hpp"

namespace thimble::tests {
namespace {

using screen::orientation;

struct windowed_fixture : driver_fixture {
    void screen(int width, int height)
    {
        runner.on("GET /wda/screen",
                  value(R"({"screenSize" : {"width" : )" + std::to_string(width) +
                            R"(, "height" : )" + std::to_string(height) + R"(}, "scale" : 2})",
                        session_id));
    }

    void window(int width, int height)
    {
        runner.on("GET /window/size", value(R"({"width" : )" + std::to_string(width) +
                                                R"(, "height" : )" + std::to_string(height) + "}",
                                            session_id));
    }

    void turned(int degrees)
    {
        runner.on(
            "GET /rotation",
            value(R"({"x" : 0, "y" : 0, "z" : )" + std::to_string(degrees) + "}", session_id));
    }

    screen::interface look()
    {
        runner.on("GET /screenshot", error(500, "unknown error"));
        REQUIRE(run_until_done(context, driver.probe()).complete);
        return driver.interface().value();
    }
};

screen::interface interface_of(double width, double height, orientation turned)
{
    return {.size = {.width = width, .height = height}, .turned = turned};
}

} // namespace

TEST_CASE_METHOD(windowed_fixture,
                 "an app made for an older screen does not change the interface",
                 "[device]")
{
    screen(428, 926);
    window(375, 812);
    CHECK(look() == interface_of(428, 926, orientation::portrait));
    CHECK(run_until_done(context,
                         driver.touches().play(tap_at(420, 900), driver.interface().value())));
}

TEST_CASE_METHOD(windowed_fixture,
                 "a window of an iPad tells nothing of how it is held",
                 "[device]")
{
    screen(810, 1080);
    window(500, 700);
    turned(270);
    CHECK(look() == interface_of(1080, 810, orientation::landscape_left));
    window(700, 500);
    turned(0);
    CHECK(look() == interface_of(810, 1080, orientation::portrait));
}

TEST_CASE_METHOD(windowed_fixture,
                 "an iPad that turns while a window is in front is seen to have turned",
                 "[device]")
{
    screen(1080, 810); // as the home screen stands
    window(500, 700);
    const auto before = look();
    turned(90);
    const auto played = run_until_done(context, driver.touches().play(tap_at(5, 5), before));
    REQUIRE_FALSE(played);
    CHECK(played.error().what == device::problem::stale_frame);
    CHECK(runner.count("POST " + actions_target) == 0);
}

TEST_CASE_METHOD(windowed_fixture, "the runner in front changes nothing", "[device]")
{
    const bool knows_screen = GENERATE(true, false);
    if (!knows_screen)
        runner.on("GET /wda/screen", error(404, "unknown command"));
    CHECK(look() == upright);
    window(320, 480);
    CHECK(look() == upright);
    CHECK(run_until_done(context, driver.touches().play(tap_at(5, 5), upright)));
}

TEST_CASE_METHOD(windowed_fixture, "the screen is asked for once", "[device]")
{
    look();
    look();
    window(852, 393);
    turned(90);
    look();
    CHECK(runner.count("GET /wda/screen") == 1);
    runner.listen(false);
    runner.drop_connections();
    run_until_done(context, driver.probe()); // the next runner may find another zoom
    runner.listen(true);
    look();
    CHECK(runner.count("GET /wda/screen") == 2);
}

TEST_CASE_METHOD(windowed_fixture, "an action asks for a screen that is refused once", "[device]")
{
    runner.on("GET /wda/screen", error(500, "unknown error"));
    runner.on("POST " + session_path + "/rotation", value("null", session_id));
    runner.when_asked("POST " + session_path + "/rotation", [&] { turned(90); });
    runner.when_asked("GET /rotation", [&] {
        if (runner.count("GET /rotation") == 4)
            window(852, 393);
    });
    CHECK(run_until_done(context, driver.orientation().turn(orientation::landscape_right)));
    CHECK(runner.count("GET /rotation") > 3);
    CHECK(runner.count("GET /wda/screen") == 1);
}

TEST_CASE_METHOD(windowed_fixture,
                 "a runner that does not tell the screen's size is not asked again",
                 "[device]")
{
    const auto unknown = GENERATE(error(404, "unknown command"),
                                  value(R"({"statusBarSize" : {"width" : 375, "height" : 20}})"));
    runner.on("GET /wda/screen", unknown);
    look();
    look();
    CHECK(runner.count("GET /wda/screen") == 1);
    runner.listen(false);
    runner.drop_connections();
    run_until_done(context, driver.probe()); // the next runner may be a newer one
    runner.listen(true);
    screen(393, 852);
    look();
    CHECK(runner.count("GET /wda/screen") == 2);
}

} // namespace thimble::tests
