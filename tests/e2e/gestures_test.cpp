// Every touch of the contract, at places and at elements, by what it does on the phone.
#include "tests/catch2.hpp"
#include "tests/e2e/eventually.hpp"
#include "tests/e2e/local_thimbled.hpp"

#include <algorithm>
#include <cmath>

namespace thimble::e2e {

using nlohmann::json;

namespace {

constexpr auto maps = "com.apple.Maps";
constexpr auto files = "com.apple.DocumentsApp";
constexpr auto notes = "com.apple.mobilenotes";
constexpr auto settings = "com.apple.Preferences";
constexpr auto sketch = "com.thimble.sketch";

/// A pixel of the screenshot.
struct pixel {
    int x = 0;
    int y = 0;
};

/// One phone, ready, which takes no time unless told.
class touched_phone {
public:
    explicit touched_phone(const std::string& model, const std::string& device_time = "0")
        : phones_({.phones = {model}, .device_time = device_time}), phone_(phones_.at(0)),
          daemon_(phones_)
    {
        REQUIRE(daemon_.until_ready(phone_, ready_limit));
    }

    void open(const std::string& app)
    {
        phone_.make("open", {{"bundle_id", app}});
        REQUIRE(eventually(5s, [&] { return phone_.facts().at("front_app") == app; }));
    }

    /// Turned, and known to be.
    void turn(const std::string& to)
    {
        phone_.make("rotate", {{"orientation", to}});
        REQUIRE(eventually(30s, [&] {
            const auto picture = daemon_.api().get(path("screenshot"));
            return picture.header("X-Screen-Orientation") == to;
        }));
    }

    /// What the job says; fails the test when the action failed.
    json act(const std::string& name, const json& body) const
    {
        const auto answer = daemon_.api().post(path(name), body.dump());
        INFO(name << " " << body.dump() << ": " << answer.body);
        REQUIRE(answer.status == 200);
        return answer.json();
    }

    http_answer attempt(const std::string& name, const json& body) const
    {
        return daemon_.api().post(path(name), body.dump());
    }

    json elements() const
    {
        const auto answer = daemon_.api().get(path("elements"));
        INFO(answer.body);
        REQUIRE(answer.status == 200);
        return answer.json();
    }

    /// The middle of the element with this label.
    pixel middle_of(const std::string& label) const
    {
        const auto seen = elements();
        for (const auto& one : seen.at("elements"))
            if (one.at("label") == label)
                return {.x = one.at("x").get<int>() + one.at("width").get<int>() / 2,
                        .y = one.at("y").get<int>() + one.at("height").get<int>() / 2};
        FAIL("no element '" << label << "' among " << seen.dump());
        return {};
    }

    pixel middle() const
    {
        const auto record = daemon_.record_of(phone_);
        return {.x = record.at("width").get<int>() / 2, .y = record.at("height").get<int>() / 2};
    }

    json state_of(const std::string& app) const { return phone_.facts().at("apps").at(app); }

    std::string clipboard() const { return phone_.facts().at("clipboard").get<std::string>(); }

    std::size_t now() const { return phone_.next_event(); }

    /// Whether the phone has recognised this gesture since then.
    bool recognised(const std::string& name, std::size_t since) const
    {
        return std::ranges::any_of(phone_.events_of("gesture", since),
                                   [&](const json& event) { return event.at("name") == name; });
    }

    std::size_t fingers_since(std::size_t since) const { return phone_.fingers_down(since).size(); }

private:
    std::string path(const std::string& rest) const { return daemon_.path(phone_, "/" + rest); }

    virtual_phones phones_;
    virtual_phone phone_;
    local_thimbled daemon_;
};

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

const char* any_model()
{
    return GENERATE("iPhone SE 2,ios=16.7", "iPhone 15 Pro,ios=18.5", "iPad 9,ios=17.5");
}

} // namespace

TEST_CASE("two fingers zoom and turn a map", "[e2e]")
{
    const auto* model = any_model();
    const std::string turned = GENERATE("portrait", "landscape_left");
    INFO(model << ", " << turned);
    touched_phone on(model);
    on.open(maps);
    on.turn(turned);
    const auto zoom = [&] { return on.state_of(maps).at("zoom").get<double>(); };
    const auto rotation = [&] { return on.state_of(maps).at("rotation").get<double>(); };
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
    on.open(files);
    const auto items = on.state_of(files).at("items");
    const auto top = on.state_of(files).at("path").get<std::string>();
    const auto file = items.at(top).at(0).get<std::string>();
    std::string folder;
    for (const auto& [name, content] : items.items())
        if (name != top)
            folder = name;
    const auto in_folder = [&] {
        const auto content = on.state_of(files).at("items").at(folder);
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
    on.open(sketch);
    const auto strokes = [&] { return on.state_of(sketch).at("strokes").get<int>(); };
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
    on.open(settings);
    const auto offset = [&] { return on.state_of(settings).at("offset").get<double>(); };
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
    on.open(notes);
    on.act("tap/select", {{"selector", "Note"}});
    on.act("type", {{"text", "hello world"}});
    const auto selection = [&] { return on.state_of(notes).at("selection"); };
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

TEST_CASE("touches at elements land on them", "[e2e]")
{
    const auto* model = any_model();
    INFO(model);
    touched_phone on(model);
    on.open(files);
    const auto top = on.state_of(files).at("path").get<std::string>();
    const auto file = on.state_of(files).at("items").at(top).at(0).get<std::string>();
    const auto held = on.act("tap-and-hold/select", {{"selector", file}});
    CHECK(held.at("result").at("element").at("label") == file);
    CHECK(held.at("result").at("element").at("source") == "tree");
    on.act("tap/select", {{"selector", "Copy"}}); // of the menu that the hold has opened
    CHECK(on.clipboard() == file);
    on.act("tap/select", {{"selector", file}});
    CHECK(on.state_of(files).at("open") == file);

    on.open(maps);
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
    on.open(settings);
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
    on.open(settings);
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
    on.act("tap", at(on.middle_of("Wi-Fi"), {{"frame_id", seen.at("frame_id")}}));
    CHECK(on.state_of(settings).at("page") == "Wi-Fi");
}

TEST_CASE("a batch does its steps in order and stops at the first failure", "[e2e]")
{
    touched_phone on("iPhone 15 Pro,ios=18.5");
    on.open(settings);
    const auto done = on.act("batch", {{"steps",
                                        {{{"action", "tap/select"}, {"selector", "Wi-Fi"}},
                                         {{"action", "home"}},
                                         {{"action", "open-app"}, {"app_name", "Notes"}}}}});
    CHECK(done.at("result").at("steps").size() == 3);
    CHECK(on.state_of(settings).at("page") == "Wi-Fi");

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
