#include "tests/virtualphone/os/handset.hpp"

using thimble::tests::handset;
using thimble::tests::sketch_app;

TEST_CASE("Sketch draws and prints the coordinates that it was given", "[virtualphone]")
{
    handset phone;
    REQUIRE(phone.os.launch(sketch_app, phone.now));
    phone.tap({.x = 120.5, .y = 300});
    CHECK(phone.find("StaticText", "(120.5, 300.0)"));
    const auto state = phone.state_of(sketch_app);
    CHECK(state.at("strokes") == 1);
    CHECK(state.at("points") == nlohmann::json::parse("[[120.5,300.0],[120.5,300.0]]"));
}

TEST_CASE("Sketch follows several fingers at once", "[virtualphone]")
{
    handset phone;
    phone.os.launch(sketch_app, phone.now);
    phone.down({.x = 100, .y = 400}, 0);
    phone.down({.x = 300, .y = 400}, 1);
    phone.wait(16);
    phone.move({.x = 90, .y = 380}, 0);
    phone.move({.x = 310, .y = 420}, 1);
    phone.up({.x = 90, .y = 380}, 0);
    phone.up({.x = 310, .y = 420}, 1);
    const auto drawn = phone.state_of(sketch_app).at("drawn");
    REQUIRE(drawn.size() == 2);
    CHECK(drawn[0].front() == nlohmann::json::parse("[100.0,400.0]"));
    CHECK(drawn[1].back() == nlohmann::json::parse("[310.0,420.0]"));
}

TEST_CASE("a tap in each corner of the panel reaches Sketch", "[virtualphone]")
{
    handset phone;
    phone.os.launch(sketch_app, phone.now);
    const double right = phone.os.width_pt() - 0.01;
    const double bottom = phone.os.height_pt() - 0.01;
    phone.tap({.x = 0, .y = 0});
    phone.tap({.x = right, .y = 0});
    phone.tap({.x = 0, .y = bottom});
    phone.tap({.x = right, .y = bottom});
    CHECK(phone.state_of(sketch_app).at("strokes") == 4);
    CHECK(phone.os.front_app() == sketch_app);
}

TEST_CASE("a finger that the system takes leaves no stroke in Sketch", "[virtualphone]")
{
    handset phone;
    phone.os.launch(sketch_app, phone.now);
    phone.swipe_up_from_the_bottom();
    CHECK(phone.os.front_app() == "com.apple.springboard");
    CHECK(phone.state_of(sketch_app).at("strokes") == 0);
}

TEST_CASE("every touch is in the log as it came", "[virtualphone]")
{
    handset phone;
    phone.os.launch(sketch_app, phone.now);
    phone.tap({.x = 33.25, .y = 500.75});
    const auto touches = phone.events("touch");
    REQUIRE(touches.size() == 2);
    CHECK(touches[0].at("phase") == "down");
    CHECK(touches[0].at("x") == 33.25);
    CHECK(touches[0].at("y") == 500.75);
    CHECK(touches[0].at("finger") == 0);
    CHECK(touches[1].at("phase") == "up");
    CHECK(touches[1].at("t_ms").get<double>() - touches[0].at("t_ms").get<double>() == 80);
    REQUIRE(phone.events("gesture").size() == 1);
    CHECK(phone.events("gesture").front().at("name") == "tap");
}
