// Touches and pictures are in the space of the screen, whatever the app in front takes for it.
#include "tests/device/wda/driver_fixture.hpp"

#include <nlohmann/json.hpp>

#include <cmath>
#include <utility>

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
        runner.on("GET " + session_path + "/window/rect",
                  value(R"({"x" : 0, "y" : 0})", session_id));
        runner.on("GET /window/size", value(R"({"width" : )" + std::to_string(width) +
                                                R"(, "height" : )" + std::to_string(height) + "}",
                                            session_id));
    }

    /// A window of 500 by 700 points of an iPad, anywhere on the screen.
    void window_at(const std::string& x, const std::string& y)
    {
        screen(810, 1080);
        window(500, 700);
        runner.on(
            "GET " + session_path + "/window/rect",
            value(R"({"x" : )" + x + R"(, "y" : )" + y + R"(, "width" : 500, "height" : 700})",
                  session_id));
    }

    device::result<void> tap(double x, double y)
    {
        const auto shown = driver.interface().value();
        return run_until_done(context, driver.touches().play(tap_at(x, y), shown));
    }

    /// Where the last touch that was sent puts its finger.
    std::pair<double, double> place_sent() const
    {
        const auto body = nlohmann::json::parse(runner.log().back().body);
        const auto& move = body.at("actions").at(0).at("actions").at(0);
        return {move.at("x").get<double>(), move.at("y").get<double>()};
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

TEST_CASE_METHOD(windowed_fixture,
                 "places are counted from the corner of an iPad's window",
                 "[device]")
{
    window_at("100", "200.5");
    look();
    REQUIRE(tap(150, 260.5));
    CHECK(place_sent() == std::pair(50.0, 60.0));
    REQUIRE(tap(40, 20)); // beside it
    CHECK(place_sent() == std::pair(-60.0, -180.5));
    window_at("300", "0"); // it has been moved
    REQUIRE(tap(310, 15));
    CHECK(place_sent() == std::pair(10.0, 15.0));
    window(810, 1080); // another app, on the whole screen
    REQUIRE(tap(310, 15));
    CHECK(place_sent() == std::pair(310.0, 15.0));
}

TEST_CASE_METHOD(windowed_fixture,
                 "elements of an app made for a smaller screen are where they are drawn",
                 "[device]")
{
    screen(428, 926);
    window(320, 692);
    look();
    const auto tree_of_app = [](const std::string& height) {
        return value(R"({"type" : "Application", "rect" : {"x" : 0, "y" : 0, "width" : 320,
                         "height" : )" +
                         height + R"(}, "children" : [{"type" : "Button",
                         "rect" : {"x" : 160, "y" : 346, "width" : 40, "height" : 20}}]})",
                     session_id);
    };
    runner.on("GET /source?format=json", tree_of_app("692"));
    const auto read = run_until_done(context, driver.elements().read());
    REQUIRE(read);
    const auto& button = read->elements.back();
    CHECK(std::abs(button.x - 214) < 0.5);
    CHECK(std::abs(button.y - 463) < 1);
    CHECK(std::abs(button.width - 53.5) < 0.1);

    runner.on("GET /source?format=json", tree_of_app("480")); // of another shape
    const auto other = run_until_done(context, driver.elements().read());
    REQUIRE(other);
    CHECK(other->elements.back().x == 160);
}

TEST_CASE_METHOD(windowed_fixture, "an older runner tells the corner of the app", "[device]")
{
    window_at("0", "0");
    runner.on("GET " + session_path + "/window/rect", error(404, "unknown command"));
    runner.on("POST " + session_path + "/element", value(R"({"ELEMENT" : "A-1"})", session_id));
    runner.on("GET " + session_path + "/element/A-1/rect",
              value(R"({"x" : 100, "y" : 200, "width" : 500, "height" : 700})", session_id));
    look();
    REQUIRE(tap(150, 260));
    CHECK(place_sent() == std::pair(50.0, 60.0));
    CHECK(runner.count("GET " + session_path + "/window/rect") == 1);
}

TEST_CASE_METHOD(windowed_fixture, "no touch is made in a window that may be anywhere", "[device]")
{
    window_at("0", "0");
    look();
    runner.on("GET " + session_path + "/window/rect",
              GENERATE(error(500, "unknown error"), value(R"({"x" : "left"})", session_id),
                       value(R"({"x" : 1e300, "y" : 0})", session_id)));
    const auto played = tap(5, 5);
    REQUIRE_FALSE(played);
    CHECK(played.error().phone == device::reached::nothing);
    CHECK(runner.count("POST " + actions_target) == 0);
    window(810, 1080);
    CHECK(tap(5, 5));
}

TEST_CASE_METHOD(windowed_fixture,
                 "a window's place is asked for under the living session",
                 "[device]")
{
    window_at("100", "200");
    look();
    const auto rectangle = "GET " + session_path + "/window/rect";
    runner.when_asked(rectangle, [&, first = true]() mutable {
        if (std::exchange(first, false))
            runner.on(rectangle, error(404, "invalid session id"));
        else
            window_at("100", "200");
    });
    REQUIRE(tap(150, 260));
    CHECK(place_sent() == std::pair(50.0, 60.0));
    CHECK(runner.count("POST " + actions_target) == 1);
}

TEST_CASE_METHOD(windowed_fixture, "a native drag is counted from the window's corner", "[device]")
{
    window_at("100", "200");
    look();
    const auto target = "POST " + session_path + "/wda/pressAndDragWithVelocity";
    runner.on(target, value("null", session_id));
    const device::press_and_drag what{
        .from = {.x = 405, .y = 1079}, .to = {.x = 405, .y = 540}, .velocity = 700};
    const auto shown = driver.interface().value();
    REQUIRE(run_until_done(context, driver.dragger().drag(what, shown)));
    const auto body = nlohmann::json::parse(runner.log().back().body);
    CHECK(body.at("fromX") == 305);
    CHECK(body.at("fromY") == 879);
    CHECK(body.at("toX") == 305);
    CHECK(body.at("toY") == 340);
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
