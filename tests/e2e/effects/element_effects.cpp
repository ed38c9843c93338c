// Touches at what a selector names, and what is on the screen.
#include "tests/e2e/effects/effect.hpp"
#include "tests/e2e/effects/map_view.hpp"
#include "tests/e2e/effects/note.hpp"
#include "tests/e2e/effects/read_elements.hpp"
#include "tests/e2e/effects/settings_list.hpp"

#include <array>
#include <cmath>

namespace thimble::e2e {

using nlohmann::json;

namespace {

void tap_element(const driven_phone& on)
{
    on.open(app::calculator);
    const auto display = [&] { return on.state_of(app::calculator).at("display"); };
    on.act("tap/select", {{"selector", "AC"}});
    const auto tapped = on.act("tap/select", {{"selector", "the 7 button"}});
    CHECK(display() == "7");
    CHECK(tapped.at("result").at("element").at("label") == "7");
    CHECK(tapped.at("result").at("element").at("source") == "tree");
    on.act("tap-select", {{"selector", "8"}}); // by the older name of the route
    CHECK(display() == "78");
}

void double_tap(const driven_phone& on)
{
    const map_view map(on);
    on.act("double-tap/select", {{"selector", "Map"}});
    CHECK(map.zoom() == 2);
}

/// The middle of the note is below the text, so the last paragraph is meant.
void triple_tap(const driven_phone& on)
{
    const note written(on, "hello world");
    on.act("triple-tap/select", {{"selector", "Note"}});
    CHECK(written.selection() == json({0, 11}));
}

void tap_and_hold_element(const driven_phone& on)
{
    on.open(app::files);
    on.phone().make("clipboard", {{"text", ""}});
    const auto held = on.act("tap-and-hold/select", {{"selector", "Plan.pdf"}});
    CHECK(held.at("result").at("element").at("label") == "Plan.pdf");
    on.act("tap/select", {{"selector", "Copy"}});
    CHECK(on.fact("clipboard") == "Plan.pdf");
}

void flick(const driven_phone& on)
{
    const settings_list list(on);
    on.act("flick/select", {{"selector", "Wi-Fi"}, {"direction", "up"}});
    CHECK(eventually(5s, [&] { return list.offset() > 100; }));
    list.scroll_to_top();
}

void pinch_element(const driven_phone& on)
{
    const map_view map(on);
    on.act("pinch/select", {{"selector", "Map"}, {"action", "pinch_out"}});
    const auto nearer = map.zoom();
    CHECK(nearer > 1);
    on.act("pinch/select", {{"selector", "Map"}, {"action", "pinch_in"}});
    CHECK(map.zoom() < nearer);
    on.act("pinch/select", {{"selector", "Map"}, {"action", "rotate_cw"}});
    CHECK(std::abs(map.rotation() - 90) < 1);
    on.act("pinch/select", {{"selector", "Map"}, {"action", "rotate_ccw"}});
    CHECK(std::abs(map.rotation()) < 1);
}

/// The list goes with the finger, from one row to the one above.
void drag_element(const driven_phone& on)
{
    const settings_list list(on);
    const auto dragged =
        on.act("drag/select",
               {{"from_selector", "Wi-Fi"}, {"to_selector", "Airplane Mode"}, {"speed", "slow"}});
    CHECK(dragged.at("result").at("from_element").at("label") == "Wi-Fi");
    CHECK(dragged.at("result").at("to_element").at("label") == "Airplane Mode");
    CHECK(list.offset() > 20);
    list.scroll_to_top();
}

void missing(const driven_phone& on)
{
    on.open(app::settings);
    const auto start = on.now();
    CHECK(on.refused("tap/select", {{"selector", "the Teleport switch"}}) == "ELEMENT_NOT_FOUND");
    CHECK(on.fingers_since(start) == 0);
}

/// Each lies on the screenshot, and a tap at one of them, by the frame that they are of, hits it.
void listed(const driven_phone& on)
{
    on.open(app::calculator);
    const auto start = on.now();
    const auto seen = on.elements();
    CHECK(on.fingers_since(start) == 0);
    const auto record = on.daemon().record_of(on.phone());
    CHECK(seen.at("elements").size() > 5);
    for (const auto& one : seen.at("elements")) {
        CHECK(one.at("x") >= 0);
        CHECK(one.at("y") >= 0);
        CHECK(one.at("x").get<int>() + one.at("width").get<int>() <= record.at("width"));
        CHECK(one.at("y").get<int>() + one.at("height").get<int>() <= record.at("height"));
    }
    on.act("tap/select", {{"selector", "AC"}});
    on.act("tap", at(on.middle_of("5"), {{"frame_id", seen.at("frame_id")}}));
    CHECK(on.state_of(app::calculator).at("display") == "5");
}

void answer_alert(const driven_phone& on, const json& alert)
{
    on.phone().make("alert", alert);
    const auto start = on.now();
    CHECK(on.refused("tap/select", {{"selector", "7"}}) == "ACTION_FAILED alert_in_front");
    CHECK(on.fingers_since(start) == 0);
    CHECK(on.elements().at("elements").at(0).at("label") == "Later");
    on.act("tap/select", {{"selector", "Later"}});
}

/// Elements under an alert are out of reach until the alert is answered. One of the system hides
/// the app's elements as well.
void under_an_alert(const driven_phone& on)
{
    on.open(app::calculator);
    on.act("tap/select", {{"selector", "AC"}});
    json alert{{"title", "Battery"}, {"buttons", {"Later"}}};
    answer_alert(on, alert);
    alert["bundle_id"] = app::calculator;
    answer_alert(on, alert);
    if (!on.is_a("iPad 9")) { // where it is a popover, which covers nothing
        alert["kind"] = "sheet";
        answer_alert(on, alert);
    }
    on.act("tap/select", {{"selector", "7"}});
    CHECK(on.state_of(app::calculator).at("display") == "7");
}

/// A window that begins somewhere on the screen, as apps of an iPad do; on an iPhone an app that
/// was made for a smaller one.
void in_a_window(const driven_phone& on)
{
    on.open(app::calculator);
    const auto* const mode = on.is_a("iPad 9") ? "floating" : "scaled";
    on.phone().make("window", {{"bundle_id", app::calculator}, {"mode", mode}});
    on.act("tap/select", {{"selector", "AC"}});
    on.act("tap/select", {{"selector", "7"}});
    CHECK(on.state_of(app::calculator).at("display") == "7");
    on.act("tap", at(on.middle_of("8")));
    CHECK(on.state_of(app::calculator).at("display") == "78");
    on.phone().make("window", {{"bundle_id", app::calculator}, {"mode", "full"}});
    on.act("tap", at(on.middle_of("9")));
    CHECK(on.state_of(app::calculator).at("display") == "789");
}

/// Looking touches nothing; the ref that it gives is touched, also after something else was.
void found(const driven_phone& on)
{
    on.open(app::calculator);
    on.act("tap/select", {{"selector", "AC"}});
    const auto start = on.now();
    const auto answer = on.get("find?selector=the%207%20button");
    INFO(answer.body);
    REQUIRE(answer.status == 200);
    const auto seven = answer.json().at("element");
    CHECK(seven.at("label") == "7");
    CHECK(on.get("find?selector=the%20Teleport%20switch").status == 404);
    CHECK(on.fingers_since(start) == 0);
    on.act("tap", {{"ref", seven.at("ref")}});
    on.act("tap/select", {{"selector", "8"}});
    on.act("tap", {{"ref", seven.at("ref")}});
    CHECK(on.state_of(app::calculator).at("display") == "787");
}

void waited_for(const driven_phone& on)
{
    on.open(app::calculator);
    const auto start = on.now();
    const auto there = on.attempt("wait", {{"selector", "AC"}});
    INFO(there.body);
    CHECK(there.status == 200);
    const auto gone = on.attempt("wait", {{"selector", "the Teleport switch"}, {"until", "gone"}});
    INFO(gone.body);
    CHECK(gone.status == 200);
    const auto never = on.attempt("wait", {{"selector", "the Teleport switch"}, {"timeout_ms", 0}});
    INFO(never.body);
    CHECK(never.status == 408);
    CHECK(on.attempt("wait", {{"until", "still"}}).status == 200);
    CHECK(on.fingers_since(start) == 0);
}

constexpr std::array effects_of_elements{
    effect{"tap/select", "", tap_element, tap_text},
    effect{"double-tap/select", "", double_tap, double_tap_text},
    effect{"triple-tap/select", "", triple_tap, triple_tap_text},
    effect{"tap-and-hold/select", "", tap_and_hold_element, tap_and_hold_text},
    effect{"flick/select", "", flick, flick_text},
    effect{"pinch/select", "all four", pinch_element, pinch_text},
    effect{"drag/select", "", drag_element, drag_text},
    effect{"tap/select", "of what is not there", missing},
    effect{"tap/select", "under an alert", under_an_alert, text_of_an_alert},
    effect{"tap/select", "in an app that does not fill the screen", in_a_window, text_in_a_window},
    effect{"elements", "", listed, not_listed},
    effect{"find", "and touched", found, text_found},
    effect{"wait", "there, gone, not in time, and still", waited_for, text_waited_for},
};

} // namespace

std::span<const effect> element_effects()
{
    return effects_of_elements;
}

} // namespace thimble::e2e
