// Every touch of the contract at a place, by what it does on the phone.
#include "tests/e2e/touched_phone.hpp"

#include <cmath>

namespace thimble::e2e {

using nlohmann::json;

namespace {

json at(pixel where, const json& more = json::object())
{
    json body{{"x", where.x}, {"y", where.y}};
    body.update(more);
    return body;
}

json between(pixel from, pixel to, const json& more = json::object())
{
    json body{{"from_x", from.x}, {"from_y", from.y}, {"to_x", to.x}, {"to_y", to.y}};
    body.update(more);
    return body;
}

} // namespace

TEST_CASE("two fingers zoom and turn a map", "[e2e]")
{
    const auto* model = any_model();
    const std::string turned = GENERATE("portrait", "landscape_left");
    INFO(model << ", " << turned);
    touched_phone on(model);
    on.open(app::maps);
    on.turn(turned);
    const auto zoom = [&] { return on.state_of(app::maps).at("zoom").get<double>(); };
    const auto rotation = [&] { return on.state_of(app::maps).at("rotation").get<double>(); };
    const auto middle = on.middle();

    const double begin = zoom();
    CHECK(on.act("pinch", at(middle, {{"action", "pinch_out"}})).at("receipt").at("shaped") ==
          false);
    const double nearer = zoom();
    CHECK(nearer > begin);
    on.act("pinch/select", {{"selector", "Map"}, {"action", "pinch_in"}});
    CHECK(zoom() < nearer);

    const double north = rotation();
    on.act("pinch", at(middle, {{"action", "rotate_cw"}, {"duration_ms", 500}}));
    CHECK(std::abs(rotation() - north - 90) < 1);
    on.act("pinch", at(middle, {{"action", "rotate_ccw"}}));
    CHECK(std::abs(rotation() - north) < 1);

    CHECK(on.act("pinch", at({0, 0}, {{"action", "pinch_out"}})).at("receipt").at("shaped") ==
          true);
}

TEST_CASE("a file is carried into a folder by hold-and-drag alone", "[e2e]")
{
    const auto* model = any_model();
    INFO(model);
    touched_phone on(model);
    on.open(app::files);
    const auto items = on.state_of(app::files).at("items");
    const auto top = on.state_of(app::files).at("path").get<std::string>();
    const auto file = items.at(top).at(0).get<std::string>();
    std::string folder;
    for (const auto& [name, content] : items.items())
        if (name != top)
            folder = name;
    const auto in_folder = [&] {
        const auto content = on.state_of(app::files).at("items").at(folder);
        return std::ranges::find(content, json(file)) != content.end();
    };
    const auto from = on.middle_of(file);
    const auto to = on.middle_of(folder);
    INFO(file << " to " << folder);

    const auto start = on.now();
    const auto dragged = on.act("drag/select", {{"from_selector", file}, {"to_selector", folder}});
    CHECK(dragged.at("result").at("from_element").at("label") == file);
    CHECK(dragged.at("result").at("to_element").at("label") == folder);
    CHECK(on.fingers_since(start) == 1);
    CHECK_FALSE(in_folder());

    on.act("hold-and-drag", between(from, to, {{"hold_duration_ms", 700}, {"speed", "slow"}}));
    CHECK(in_folder());
}

TEST_CASE("a drag, a pan and a flick leave the strokes that they are", "[e2e]")
{
    const auto* model = any_model();
    INFO(model);
    touched_phone on(model);
    on.open(app::sketch);
    const auto strokes = [&] { return on.state_of(app::sketch).at("strokes").get<int>(); };
    const auto middle = on.middle();
    const pixel beside{.x = middle.x + 100, .y = middle.y + 50};

    const int before = strokes();
    for (const char* speed : {"slow", "medium", "fast"})
        on.act("drag", between(middle, beside, {{"speed", speed}}));
    CHECK(strokes() == before + 3);
    for (const char* direction : {"up", "down", "left", "right"}) {
        const auto start = on.now();
        on.act("pan", at(middle, {{"direction", direction}, {"duration_ms", 300}}));
        CHECK_FALSE(on.recognised("flick", start));
    }
    CHECK(strokes() == before + 7);
}

TEST_CASE("a pan stops where it ends, a flick goes on", "[e2e]")
{
    touched_phone on("iPhone 15 Pro,ios=18.5", "1");
    on.open(app::settings);
    const auto offset = [&] { return on.state_of(app::settings).at("offset").get<double>(); };
    on.act("pan", at(on.middle(), {{"direction", "up"}}));
    const double after_pan = offset();
    CHECK(after_pan > 100);
    CHECK(after_pan <= 201);
    on.act("flick", at(on.middle(), {{"direction", "down"}}));
    REQUIRE(eventually(5s, [&] { return offset() == 0; }));
    on.act("flick/select", {{"selector", "Wi-Fi"}, {"direction", "up"}});
    CHECK(eventually(5s, [&] { return offset() > 201; }));
}

TEST_CASE("double and triple taps select text, a hold is a long press", "[e2e]")
{
    const auto* model = any_model();
    INFO(model);
    touched_phone on(model);
    on.open(app::notes);
    on.act("tap/select", {{"selector", "Note"}});
    on.act("type", {{"text", "hello world"}});
    const auto selection = [&] { return on.state_of(app::notes).at("selection"); };
    const auto field = on.elements().at("elements");
    const auto note =
        std::ranges::find_if(field, [](const json& one) { return one.at("type") == "TextView"; });
    REQUIRE(note != field.end());
    const pixel first_word{.x = note->at("x").get<int>() + 40, .y = note->at("y").get<int>() + 40};

    auto start = on.now();
    on.act("double-tap", at(first_word));
    CHECK(on.recognised("double_tap", start));
    CHECK(selection() == json({0, 5}));
    on.act("tap", at({first_word.x, first_word.y + 200})); // ends the series of taps
    start = on.now();
    on.act("triple-tap", at(first_word));
    CHECK(on.recognised("triple_tap", start));
    CHECK(selection() == json({0, 11}));
    start = on.now();
    on.act("tap-and-hold", at(first_word, {{"duration_ms", 800}}));
    CHECK(on.recognised("long_press", start));
}

} // namespace thimble::e2e
