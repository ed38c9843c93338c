#include "tests/virtualphone/os/handset.hpp"

using thimble::tests::handset;
using thimble::virtualphone::turned;

TEST_CASE("an iPhone's home screen and lock screen stay upright", "[virtualphone]")
{
    handset phone;
    phone.os.rotate_device(turned::landscape_left, phone.now);
    CHECK(phone.os.device_orientation() == turned::landscape_left);
    CHECK(phone.os.interface_orientation() == turned::portrait);
    CHECK(phone.os.width_pt() == 393);
    CHECK_FALSE(phone.os.rotate_interface(turned::landscape_right, phone.now));
}

TEST_CASE("an iPhone's apps turn with it, and the home screen turns back", "[virtualphone]")
{
    handset phone;
    phone.os.launch("com.thimble.sketch", phone.now);
    CHECK(phone.os.rotate_interface(turned::landscape_right, phone.now));
    CHECK(phone.os.width_pt() == 852);
    CHECK(phone.os.height_pt() == 393);
    phone.os.go_home(phone.now);
    CHECK(phone.os.interface_orientation() == turned::portrait);
    phone.os.launch("com.thimble.sketch", phone.now);
    CHECK(phone.os.interface_orientation() == turned::landscape_right);
}

TEST_CASE("an iPhone's app stands on its head only when it asks for it", "[virtualphone]")
{
    handset phone;
    phone.os.launch("com.thimble.sketch", phone.now);
    CHECK(phone.os.rotate_interface(turned::upside_down, phone.now));
    phone.os.launch("com.apple.mobilenotes", phone.now);
    phone.os.rotate_device(turned::landscape_left, phone.now);
    CHECK_FALSE(phone.os.rotate_interface(turned::upside_down, phone.now));
    CHECK(phone.os.interface_orientation() == turned::landscape_left);
}

TEST_CASE("everything on an iPad turns all four ways", "[virtualphone]")
{
    handset pad("iPad 9");
    for (const auto each :
         {turned::landscape_left, turned::upside_down, turned::landscape_right, turned::portrait}) {
        CHECK(pad.os.rotate_interface(each, pad.now));
        const bool wide = each == turned::landscape_left || each == turned::landscape_right;
        CHECK(pad.os.width_pt() == (wide ? 1080 : 810));
        CHECK(pad.find("Icon", "Sketch"));
    }
}

TEST_CASE("touches are points of the interface as it stands", "[virtualphone]")
{
    handset phone("iPhone 16 Pro Max");
    phone.os.launch("com.thimble.sketch", phone.now);
    phone.os.rotate_device(turned::landscape_left, phone.now);
    phone.tap({.x = 900, .y = 400}); // beyond the width of the upright panel
    CHECK(phone.find("StaticText", "(900.0, 400.0)"));
}

TEST_CASE("a turned home screen keeps its page", "[virtualphone]")
{
    handset pad("iPad 9");
    pad.stroke({.x = 700, .y = 600}, {.x = 300, .y = 600}, 120);
    pad.wait(1000);
    pad.os.rotate_device(turned::landscape_left, pad.now);
    CHECK(pad.find("Icon", "Flashlight"));
    CHECK(pad.state_of("com.apple.springboard").at("page") == 1);
}
