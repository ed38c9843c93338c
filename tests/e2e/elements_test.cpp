// Elements, touches at them, and several actions in a row.
#include "tests/e2e/touched_phone.hpp"

namespace thimble::e2e {

using nlohmann::json;

TEST_CASE("touches at elements land on them", "[e2e]")
{
    const auto* model = any_model();
    INFO(model);
    touched_phone on(model);
    on.open(app::files);
    const auto top = on.state_of(app::files).at("path").get<std::string>();
    const auto file = on.state_of(app::files).at("items").at(top).at(0).get<std::string>();
    const auto held = on.act("tap-and-hold/select", {{"selector", file}});
    CHECK(held.at("result").at("element").at("label") == file);
    CHECK(held.at("result").at("element").at("source") == "tree");
    on.act("tap/select", {{"selector", "Copy"}}); // of the menu that the hold has opened
    CHECK(on.clipboard() == file);
    on.act("tap/select", {{"selector", file}});
    CHECK(on.state_of(app::files).at("open") == file);

    on.open(app::maps);
    for (const auto& [action, gesture] : {std::pair("double-tap/select", "double_tap"),
                                          std::pair("triple-tap/select", "triple_tap")}) {
        const auto start = on.now();
        on.act(action, {{"selector", "Map"}});
        CHECK(on.recognised(gesture, start));
    }
}

TEST_CASE("an element that is not there is refused with candidates, untouched", "[e2e]")
{
    touched_phone on("iPhone 15 Pro,ios=18.5");
    on.open(app::settings);
    const auto start = on.now();
    const auto refused = on.attempt("tap/select", {{"selector", "the Teleport switch"}});
    INFO(refused.body);
    CHECK(refused.status == 404);
    CHECK(refused.json().at("error") == "ELEMENT_NOT_FOUND");
    CHECK(refused.json().at("context").at("candidates").size() == 5);
    CHECK(refused.json().at("context").at("outcome") == "not_sent");
    CHECK(on.fingers_since(start) == 0);
}

TEST_CASE("elements are listed on the screen, in its pixels, without a touch", "[e2e]")
{
    const auto* model = any_model();
    INFO(model);
    touched_phone on(model);
    on.open(app::settings);
    const auto start = on.now();
    const auto seen = on.elements();
    const auto size = on.middle();
    CHECK(seen.at("elements").size() > 5);
    for (const auto& one : seen.at("elements")) {
        CHECK(one.at("x") >= 0);
        CHECK(one.at("y") >= 0);
        CHECK(one.at("x").get<int>() + one.at("width").get<int>() <= 2 * size.x + 1);
        CHECK(one.at("y").get<int>() + one.at("height").get<int>() <= 2 * size.y + 1);
    }
    CHECK(on.fingers_since(start) == 0);
    const auto row = on.middle_of("Wi-Fi");
    on.act("tap", {{"x", row.x}, {"y", row.y}, {"frame_id", seen.at("frame_id")}});
    CHECK(on.state_of(app::settings).at("page") == "Wi-Fi");
}

TEST_CASE("a batch does its steps in order and stops at the first failure", "[e2e]")
{
    touched_phone on("iPhone 15 Pro,ios=18.5");
    on.open(app::settings);
    const auto done = on.act("batch", {{"steps",
                                        {{{"action", "tap/select"}, {"selector", "Wi-Fi"}},
                                         {{"action", "home"}},
                                         {{"action", "open-app"}, {"app_name", "Notes"}}}}});
    CHECK(done.at("result").at("steps").size() == 3);
    CHECK(on.state_of(app::settings).at("page") == "Wi-Fi");

    const auto start = on.now();
    const auto failed =
        on.attempt("batch", {{"steps",
                              {{{"action", "tap"}, {"x", 310}, {"y", 400}},
                               {{"action", "tap/select"}, {"selector", "no such thing"}},
                               {{"action", "tap"}, {"x", 1}, {"y", 1}}}}});
    INFO(failed.body);
    CHECK(failed.json().at("error") == "ELEMENT_NOT_FOUND");
    const auto steps = failed.json().at("context").at("steps");
    CHECK(steps.at(0).at("outcome") == "done");
    CHECK(steps.at(2).at("outcome") == "not_sent");
    CHECK(on.fingers_since(start) == 1);
}

} // namespace thimble::e2e
