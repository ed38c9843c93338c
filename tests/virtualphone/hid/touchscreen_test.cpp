// Contacts in reports act as fingers: what comes of them is seen on the phone.
#include "tests/virtualphone/hid/report_bytes.hpp"
#include "tests/virtualphone/os/handset.hpp"
#include "virtualphone/hid/touchscreen.hpp"

#include <array>

namespace thimble::tests {
namespace {

/// A phone whose glass only reports reach.
struct reported_handset : handset {
    using handset::handset;

    void report(std::initializer_list<contact_bytes> contacts)
    {
        const auto read = vp::hid::parse_touch_report(
            touch_bytes(contacts, static_cast<std::uint64_t>(now.count())));
        REQUIRE(read);
        os.advance(now);
        glass.take(*read, os, now);
    }

    void tap_panel(unsigned x, unsigned y)
    {
        report({{.x = x, .y = y}});
        wait(60);
        report({{.touching = false, .x = x, .y = y}});
        wait(20);
    }

    void swipe_panel(unsigned from_y, unsigned to_y)
    {
        constexpr unsigned middle = 0x8000;
        constexpr unsigned steps = 10;
        for (unsigned step = 0; step <= steps; ++step) {
            report({{.x = middle, .y = (from_y * (steps - step) + to_y * step) / steps}});
            wait(12);
        }
        report({{.touching = false, .x = middle, .y = to_y}});
        wait(20);
    }

    vp::hid::touchscreen glass;
};

unsigned share(double of, double whole)
{
    return static_cast<unsigned>(std::lround(of / whole * 65535));
}

} // namespace

TEST_CASE("a reported tap lands where the report says", "[hid]")
{
    reported_handset phone; // 393x852 points
    phone.os.launch(sketch_app, phone.now);
    phone.tap_panel(share(131, 393), share(284, 852));
    CHECK(phone.find("StaticText", "(131.0, 284.0)"));
    CHECK(phone.gestures().back() == "tap");
}

TEST_CASE("reported corners are the corners of the panel", "[hid]")
{
    reported_handset phone;
    const vp::place first = vp::hid::on_interface({.x = 0, .y = 0}, phone.os);
    CHECK(first.x == 0);
    CHECK(first.y == 0);
    const vp::place last = vp::hid::on_interface({.x = 65535, .y = 65535}, phone.os);
    CHECK(last.x == 393);
    CHECK(last.y == 852);
}

TEST_CASE("reports count from the panel however the interface lies", "[hid]")
{
    struct lying {
        vp::turned how;
        vp::place where; // of a point near the panel's top left
    };
    reported_handset pad("iPad 9"); // 810x1080 points
    const vp::hid::contact near{.x = 6554, .y = 13107};
    const std::array<lying, 4> all{{{vp::turned::portrait, {.x = 81, .y = 216}},
                                    {vp::turned::landscape_left, {.x = 216, .y = 729}},
                                    {vp::turned::upside_down, {.x = 729, .y = 864}},
                                    {vp::turned::landscape_right, {.x = 864, .y = 81}}}};
    for (const lying& each : all) {
        REQUIRE(pad.os.rotate_interface(each.how, pad.now));
        const vp::place found = vp::hid::on_interface(near, pad.os);
        CHECK(std::abs(found.x - each.where.x) < 0.1);
        CHECK(std::abs(found.y - each.where.y) < 0.1);
    }
}

TEST_CASE("a reported swipe from the bottom edge goes home", "[hid]")
{
    reported_handset phone;
    phone.os.launch(sketch_app, phone.now);
    phone.swipe_panel(65535, 30000);
    phone.wait(1000);
    CHECK(phone.os.front_app() == springboard);
}

TEST_CASE("a reported swipe from the top edge opens the notifications", "[hid]")
{
    reported_handset phone;
    phone.os.launch(sketch_app, phone.now);
    phone.swipe_panel(0, 40000);
    phone.wait(1000);
    CHECK(phone.state_of(sketch_app).at("strokes") == 0);
    CHECK(phone.state_of(springboard).at("surface") == "notification_center");
}

TEST_CASE("two reported fingers pinch", "[hid]")
{
    reported_handset phone;
    phone.os.launch(sketch_app, phone.now);
    for (unsigned step = 0; step <= 10; ++step) {
        phone.report({{.identity = 0, .x = 30000 - step * 1500, .y = 0x8000},
                      {.identity = 1, .x = 36000 + step * 1500, .y = 0x8000}});
        phone.wait(16);
    }
    CHECK(phone.os.fingers_down().size() == 2);
    phone.report({{.identity = 0, .touching = false, .x = 15000, .y = 0x8000},
                  {.identity = 1, .touching = false, .x = 51000, .y = 0x8000}});
    CHECK(phone.os.fingers_down().empty());
    CHECK(phone.state_of(sketch_app).at("drawn").size() == 2);
}

TEST_CASE("a finger that a report leaves out stays down", "[hid]")
{
    reported_handset phone;
    phone.os.launch(sketch_app, phone.now);
    phone.report(
        {{.identity = 0, .x = 20000, .y = 0x8000}, {.identity = 3, .x = 40000, .y = 0x8000}});
    phone.wait(16);
    phone.report({{.identity = 3, .touching = false, .x = 40000, .y = 0x8000}});
    phone.wait(5000);
    REQUIRE(phone.os.fingers_down().size() == 1);
    CHECK(phone.os.fingers_down().begin()->first == 0);
    phone.report({});
    CHECK(phone.os.fingers_down().size() == 1);
    phone.report({{.identity = 0, .touching = false, .x = 20000, .y = 0x8000}});
    CHECK(phone.os.fingers_down().empty());
}

TEST_CASE("lifting a finger that is not down does nothing", "[hid]")
{
    reported_handset phone;
    phone.report({{.touching = false, .x = 1, .y = 1}});
    CHECK(phone.events("touch").empty());
}

TEST_CASE("fingers are lifted without anything coming of them", "[hid]")
{
    reported_handset phone;
    phone.os.launch(sketch_app, phone.now);
    phone.report({{.x = 0x8000, .y = 0x8000}});
    phone.wait(50);
    phone.os.cancel_touches(phone.now);
    CHECK(phone.os.fingers_down().empty());
    CHECK(phone.gestures().empty());
    phone.tap_panel(0x8000, 0x8000);
    CHECK(phone.gestures().back() == "tap");
}

} // namespace thimble::tests
