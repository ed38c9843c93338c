#include "tests/approx.hpp"
#include "tests/virtualphone/os/handset.hpp"

using thimble::tests::Approx;
using thimble::tests::handset;
namespace vp = thimble::virtualphone;

namespace {

struct photos_in_hand : handset {
    explicit photos_in_hand(std::string_view model = "iPhone 15 Pro",
                            vp::turned way = vp::turned::portrait)
        : handset(model)
    {
        os.launch("com.apple.mobileslideshow", now);
        os.rotate_device(way, now);
    }

    nlohmann::json state() const { return state_of("com.apple.mobileslideshow"); }
    double zoom() const { return state().at("zoom").get<double>(); }
    double offset_x() const { return state().at("offset").at("x").get<double>(); }
    void flick(double by)
    {
        const auto from = vp::place{.x = middle().x - by / 2, .y = middle().y};
        stroke(from, {.x = from.x + by, .y = from.y}, 120);
        wait(1000);
    }
    void open_third()
    {
        choose("Cell", "Photo 3");
        wait(1000);
    }
};

} // namespace

TEST_CASE("a screenshot of a photo is as heavy as one of a camera's", "[virtualphone]")
{
    photos_in_hand phone;
    const auto library = phone.os.frame_png()->size();
    phone.open_third();
    const auto photo = phone.os.frame_png()->size();
    INFO("library " << library << " bytes, photo " << photo);
    CHECK(photo > 1'000'000);
    CHECK(photo < 3'000'000);
}

TEST_CASE("a photo opens, is zoomed by a double tap and again made small", "[virtualphone]")
{
    for (const auto* model : {"iPhone SE 2", "iPhone 15 Pro", "iPad 9"})
        for (const auto way : {vp::turned::portrait, vp::turned::landscape_right}) {
            INFO(model << " " << vp::to_string(way));
            photos_in_hand phone(model, way);
            phone.open_third();
            REQUIRE(phone.state().at("open") == 2);
            phone.double_tap(phone.middle());
            CHECK(phone.zoom() == 2.5);
            CHECK(phone.state().at("bars") == true); // neither tap was taken for a single one
            phone.wait(1000);
            phone.double_tap(phone.middle());
            CHECK(phone.zoom() == 1);
            phone.choose("Button", "Library");
            CHECK(phone.state().at("open").is_null());
            CHECK(phone.find("Cell", "Photo 3"));
        }
}

TEST_CASE("a single tap on a photo waits and then takes the bars away", "[virtualphone]")
{
    photos_in_hand phone;
    phone.open_third();
    phone.tap(phone.middle());
    CHECK(phone.find("NavigationBar", "Photo 3"));
    phone.wait(400);
    CHECK_FALSE(phone.find("NavigationBar", "Photo 3"));
    phone.tap(phone.middle());
    phone.wait(400);
    CHECK(phone.find("NavigationBar", "Photo 3"));
}

TEST_CASE("a pinch zooms a photo no further than it goes", "[virtualphone]")
{
    photos_in_hand phone;
    phone.open_third();
    phone.move_two_fingers({.middle = phone.middle(), .from = 60, .to = 120});
    CHECK(phone.zoom() == Approx(2));
    CHECK(phone.offset_x() == Approx(0).margin(0.001));
    phone.move_two_fingers({.middle = phone.middle(), .from = 40, .to = 300});
    CHECK(phone.zoom() == 5);
    phone.move_two_fingers({.middle = phone.middle(), .from = 300, .to = 20});
    CHECK(phone.zoom() == 1);
}

TEST_CASE("a zoomed photo follows the finger up to its edge", "[virtualphone]")
{
    photos_in_hand phone;
    phone.open_third();
    phone.double_tap(phone.middle());
    phone.wait(500);
    phone.stroke(phone.middle(), {.x = phone.middle().x - 60, .y = phone.middle().y}, 300, 200);
    CHECK(phone.offset_x() == Approx(-60));
    for (int i = 0; i < 4; ++i)
        phone.flick(-200);
    CHECK(phone.offset_x() == Approx(-phone.os.width_pt() * 0.75));
    CHECK(phone.state().at("open") == 2);
}

TEST_CASE("a flick leads to the next photo and back", "[virtualphone]")
{
    photos_in_hand phone;
    phone.open_third();
    phone.flick(-200);
    CHECK(phone.state().at("open") == 3);
    CHECK(phone.find("NavigationBar", "Photo 4"));
    phone.flick(200);
    phone.flick(200);
    CHECK(phone.state().at("open") == 1);
    CHECK(phone.gestures().back() == "flick");
}

TEST_CASE("a phone that is turned keeps the open photo", "[virtualphone]")
{
    photos_in_hand phone;
    phone.open_third();
    phone.os.rotate_device(vp::turned::landscape_left, phone.now);
    const auto photo = phone.find("Image", "Photo 3");
    REQUIRE(photo);
    CHECK(photo->frame.x == 0);
    CHECK(photo->frame.width == phone.os.width_pt());
    CHECK(phone.state().at("open") == 2);
}

TEST_CASE("the library scrolls", "[virtualphone]")
{
    photos_in_hand phone;
    CHECK_FALSE(phone.find("Cell", "Photo 60"));
    for (int i = 0; i < 8; ++i) {
        phone.stroke({.x = 200, .y = 700}, {.x = 200, .y = 200}, 150);
        phone.wait(3000);
    }
    CHECK(phone.find("Cell", "Photo 60"));
}
