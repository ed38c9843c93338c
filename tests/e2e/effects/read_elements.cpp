#include "tests/e2e/effects/read_elements.hpp"

#include "tests/e2e/effects/map_view.hpp"
#include "tests/e2e/effects/note.hpp"
#include "tests/e2e/effects/settings_list.hpp"
#include "tests/e2e/effects/text_reading.hpp"

#include <cmath>

namespace thimble::e2e {

using nlohmann::json;

namespace {

bool was_read(const json& done, const char* which = "element")
{
    return done.at("result").at(which).at("source") == "ocr";
}

void choose_bluetooth(const driven_phone& on)
{
    until_read_in_place(on, "Bluetooth");
    CHECK(was_read(act_on_text(on, "tap/select", {{"selector", "Bluetooth"}})));
    CHECK(on.state_of(app::settings).at("page") == "Bluetooth");
}

/// At the name of a street of the map, as it is when it starts.
void pinch_street(const driven_phone& on, const char* action)
{
    CHECK(was_read(act_on_text(
        on, "pinch/select", {{"selector", "first Needle St from the top"}, {"action", action}})));
}

} // namespace

void tap_text(const driven_phone& on)
{
    const settings_list list(on);
    choose_bluetooth(on);
    leave_page(on);
}

/// The caret stands behind the other word.
void double_tap_text(const driven_phone& on)
{
    const note written(on, "paragraphs here");
    CHECK(was_read(act_on_text(on, "double-tap/select", {{"selector", "paragraphs"}})));
    CHECK(written.selection() == json({0, 10}));
}

void triple_tap_text(const driven_phone& on)
{
    const note written(on, "paragraphs here");
    CHECK(was_read(act_on_text(on, "triple-tap/select", {{"selector", "paragraphs"}})));
    CHECK(written.selection() == json({0, 15}));
}

void tap_and_hold_text(const driven_phone& on)
{
    on.open(app::files);
    on.phone().make("clipboard", {{"text", ""}});
    CHECK(was_read(act_on_text(on, "tap-and-hold/select", {{"selector", "Plan.pdf"}})));
    CHECK(was_read(act_on_text(on, "tap/select", {{"selector", "Copy"}})));
    CHECK(on.fact("clipboard") == "Plan.pdf");
}

void flick_text(const driven_phone& on)
{
    const settings_list list(on);
    CHECK(was_read(
        act_on_text(on, "flick/select", {{"selector", "Bluetooth"}, {"direction", "up"}})));
    CHECK(eventually(5s, [&] { return list.offset() > 100; }));
    list.scroll_to_top();
}

void pinch_text(const driven_phone& on)
{
    {
        const map_view map(on);
        pinch_street(on, "pinch_out");
        CHECK(map.zoom() > 1);
    }
    {
        const map_view map(on);
        pinch_street(on, "pinch_in");
        CHECK(map.zoom() < 1);
    }
    {
        const map_view map(on);
        pinch_street(on, "rotate_cw");
        CHECK(std::abs(map.rotation() - 90) < 1);
    }
    const map_view map(on);
    pinch_street(on, "rotate_ccw");
    CHECK(std::abs(std::abs(map.rotation()) - (map.rotation() > 0 ? 270 : 90)) < 1);
}

void drag_text(const driven_phone& on)
{
    const settings_list list(on);
    const auto dragged = act_on_text(
        on, "drag/select",
        {{"from_selector", "Bluetooth"}, {"to_selector", "Airplane Mode"}, {"speed", "slow"}});
    CHECK(was_read(dragged, "from_element"));
    CHECK(was_read(dragged, "to_element"));
    CHECK(list.offset() > 20);
    list.scroll_to_top();
}

/// Its button is found; that it is an alert, nobody tells.
void text_of_an_alert(const driven_phone& on)
{
    const settings_list list(on);
    on.phone().make("alert", {{"title", "Battery"}, {"buttons", {"Later"}}});
    CHECK(was_read(act_on_text(on, "tap/select", {{"selector", "Later"}})));
    choose_bluetooth(on);
    leave_page(on);
}

/// The phone changes by itself, and its picture a moment later, step by step.
void text_in_a_window(const driven_phone& on)
{
    const settings_list list(on);
    const auto place = [&] {
        const auto read = until_read_in_place(on, "Bluetooth");
        return place_of_text(on, read.json().at("element"), "Bluetooth");
    };
    const auto before = place();
    const auto* const mode = on.is_a("iPad 9") ? "floating" : "scaled";
    on.phone().make("window", {{"bundle_id", app::settings}, {"mode", mode}});
    REQUIRE(eventually(60s, [&] { return place().near(before); }));
    choose_bluetooth(on);
    on.phone().make("window", {{"bundle_id", app::settings}, {"mode", "full"}});
    leave_page(on);
}

void not_listed(const driven_phone& on)
{
    const auto start = on.now();
    const auto answer = on.get("elements");
    INFO(answer.body);
    CHECK(answer.json().at("error") == "UNSUPPORTED_ACTION");
    CHECK(on.phone().events(start).empty());
}

/// It has no ref, and is touched by its place.
void text_found(const driven_phone& on)
{
    const settings_list list(on);
    const auto start = on.now();
    const auto answer = until_read_in_place(on, "Bluetooth");
    const auto seen = answer.json().at("element");
    CHECK(seen.at("source") == "ocr");
    CHECK(seen.at("ref").is_null());
    CHECK(on.get("find?selector=the%20Teleport%20switch").status == 404);
    CHECK(on.fingers_since(start) == 0);
    on.act("tap", {{"x", seen.at("x").get<int>() + seen.at("width").get<int>() / 2},
                   {"y", seen.at("y").get<int>() + seen.at("height").get<int>() / 2}});
    CHECK(on.state_of(app::settings).at("page") == "Bluetooth");
    leave_page(on);
}

/// Reading takes long on a computer that has much else to do.
void text_waited_for(const driven_phone& on)
{
    constexpr int long_enough = 30'000; // milliseconds
    const settings_list list(on);
    const auto start = on.now();
    const auto waited = [&](json body) {
        body["timeout_ms"] = body.value("timeout_ms", long_enough);
        const auto answer = on.attempt("wait", body);
        INFO(answer.body);
        return answer.status;
    };
    CHECK(eventually(60s, [&] { // while pages slide there may be two of them
        const auto there =
            on.attempt("wait", {{"selector", "Bluetooth"}, {"timeout_ms", long_enough}});
        const bool one = there.status == 200 && !there.json().value("ambiguous", true);
        if (!one)
            on.forget_last_answer();
        return one;
    }));
    CHECK(waited({{"selector", "the Teleport switch"}, {"until", "gone"}}) == 200);
    CHECK(waited({{"selector", "the Teleport switch"}, {"timeout_ms", 0}}) == 408);
    CHECK(waited({{"until", "still"}}) == 200);
    CHECK(on.fingers_since(start) == 0);
}

} // namespace thimble::e2e
