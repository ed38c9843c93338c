#include "tests/approx.hpp"
#include "tests/virtualphone/os/handset.hpp"

using thimble::tests::Approx;
using thimble::tests::handset;
namespace vp = thimble::virtualphone;

namespace {

struct maps_in_hand : handset {
    explicit maps_in_hand(std::string_view model = "iPhone 15 Pro") : handset(model)
    {
        os.launch("com.apple.Maps", now);
    }

    double zoom() const { return state_of("com.apple.Maps").at("zoom").get<double>(); }
    double rotation() const { return state_of("com.apple.Maps").at("rotation").get<double>(); }
    double centre_x() const
    {
        return state_of("com.apple.Maps").at("centre").at("x").get<double>();
    }
    double centre_y() const
    {
        return state_of("com.apple.Maps").at("centre").at("y").get<double>();
    }
};

} // namespace

TEST_CASE("two fingers that spread zoom the map in, and out when they close", "[virtualphone]")
{
    for (const auto* model : {"iPhone SE 2", "iPhone 15 Pro", "iPad 9"})
        for (const auto way : {vp::turned::portrait, vp::turned::landscape_left}) {
            INFO(model << " " << vp::to_string(way));
            maps_in_hand phone(model);
            phone.os.rotate_device(way, phone.now);
            phone.move_two_fingers({.middle = phone.middle(), .from = 80, .to = 240});
            CHECK(phone.zoom() == Approx(3));
            CHECK(phone.rotation() == 0);
            CHECK(phone.centre_x() == Approx(0).margin(0.001));
            phone.move_two_fingers({.middle = phone.middle(), .from = 240, .to = 120});
            CHECK(phone.zoom() == Approx(1.5));
            CHECK(phone.gestures() == std::vector<std::string>{"pinch", "pinch"});
            CHECK(phone.events("gesture").front().at("scale").get<double>() == Approx(3));
        }
}

TEST_CASE("two fingers that turn rotate the map", "[virtualphone]")
{
    maps_in_hand phone;
    phone.move_two_fingers({.middle = phone.middle(), .from = 160, .to = 160, .degrees = 90});
    CHECK(phone.rotation() == Approx(90));
    CHECK(phone.zoom() == 1);
    REQUIRE(phone.gestures() == std::vector<std::string>{"rotate"});
    CHECK(phone.events("gesture").front().at("radians").get<double>() ==
          Approx(std::numbers::pi / 2));
    phone.move_two_fingers({.middle = phone.middle(), .from = 160, .to = 160, .degrees = -135});
    CHECK(phone.rotation() == Approx(-45));
    CHECK(phone.find("Button", "Compass"));
    phone.choose("Button", "Compass");
    CHECK(phone.rotation() == 0);
    CHECK_FALSE(phone.find("Button", "Compass"));
    phone.move_two_fingers({.middle = phone.middle(), .from = 160, .to = 160, .degrees = 70});
    phone.move_two_fingers({.middle = phone.middle(), .from = 160, .to = 160, .degrees = -69});
    CHECK(phone.rotation() == 0); // it snaps to the north
}

TEST_CASE("a pinch that twists a little only zooms", "[virtualphone]")
{
    maps_in_hand phone;
    phone.move_two_fingers(
        {.middle = phone.middle(), .from = 100, .to = 260, .degrees = 20, .first_degrees = 40});
    CHECK(phone.zoom() == Approx(2.6));
    CHECK(phone.rotation() == 0);
}

TEST_CASE("a pinch about another place keeps that place where it is", "[virtualphone]")
{
    maps_in_hand phone;
    const vp::place corner{.x = phone.middle().x + 100, .y = phone.middle().y - 150};
    phone.move_two_fingers({.middle = corner, .from = 60, .to = 120});
    CHECK(phone.centre_x() == Approx(50));
    CHECK(phone.centre_y() == Approx(-75));
}

TEST_CASE("one finger pushes the map, and so do two together", "[virtualphone]")
{
    maps_in_hand phone;
    phone.stroke({.x = 200, .y = 400}, {.x = 120, .y = 460}, 300, 200);
    CHECK(phone.centre_x() == Approx(80));
    CHECK(phone.centre_y() == Approx(-60));
    phone.move_two_fingers({.middle = phone.middle(), .wander = {.x = 50, .y = 0}});
    CHECK(phone.centre_x() == Approx(30));
    CHECK(phone.gestures() == std::vector<std::string>{"pan", "pan"});
    phone.choose("Button", "Tracking");
    CHECK(phone.centre_x() == 0);
}

TEST_CASE("a double tap brings the map a step nearer, two slow taps do not", "[virtualphone]")
{
    maps_in_hand phone;
    phone.double_tap(phone.middle(), 400);
    CHECK(phone.zoom() == 1);
    CHECK(phone.gestures() == std::vector<std::string>{"tap", "tap"});
    phone.wait(400);
    phone.double_tap(phone.middle(), 300);
    CHECK(phone.zoom() == 2);
    CHECK(phone.gestures().back() == "double_tap");
}

TEST_CASE("a map is another picture after it has moved, and keeps its place when away",
          "[virtualphone]")
{
    maps_in_hand phone;
    const auto before = phone.os.frame_png();
    phone.move_two_fingers({.middle = phone.middle(), .from = 80, .to = 240});
    CHECK(*phone.os.frame_png() != *before);
    phone.os.go_home(phone.now);
    phone.os.rotate_device(vp::turned::landscape_right, phone.now);
    phone.os.launch("com.apple.Maps", phone.now);
    CHECK(phone.zoom() == Approx(3));
    const auto map = phone.find("Map", "Map");
    REQUIRE(map);
    CHECK(map->frame.width > map->frame.height);
}
