// Touches at places and at elements: what is sent, what is refused.
#include "tests/catch2.hpp"
#include "tests/service/service_with_phone.hpp"

namespace thimble::service::test {

using nlohmann::json;
using std::chrono::milliseconds;

namespace {

link::phone_state phone_that_can_be_touched()
{
    auto able = phone("udid-1");
    for (const std::string touch :
         {"tap", "double-tap", "triple-tap", "tap-and-hold", "flick", "drag", "pinch"}) {
        able.capabilities.push_back(touch);
        able.capabilities.push_back(touch + "-select");
    }
    for (const char* other : {"pan", "hold-and-drag", "elements", "batch"})
        able.capabilities.emplace_back(other);
    return able;
}

/// A phone of 620 by 1344 pixels that can be touched in every way.
struct with_touches : with_phone {
    with_touches() { running.attach(phone_that_can_be_touched()); }

    /// Sends it; the action that the desktop got. Fails the test when it was refused.
    link::action sent(const std::string& name, const json& body)
    {
        const auto answer = client.post(path(name), body.dump());
        CAPTURE(answer.body);
        REQUIRE(answer.status == 200);
        return last_command().what;
    }

    /// "CODE field" of the refusal.
    std::string refused(const std::string& name, const json& body)
    {
        const auto answer = client.post(path(name), body.dump());
        return answer.error() + " " + answer.json().at("context").value("field", "");
    }
};

} // namespace

TEST_CASE("touches become commands, with the defaults of the contract", "[service]")
{
    with_touches on;
    CHECK(on.sent("double-tap", {{"x", 1}, {"y", 2}}) == link::action(link::double_tap{1, 2}));
    CHECK(on.sent("triple-tap", {{"x", 1}, {"y", 2}}) == link::action(link::triple_tap{1, 2}));
    CHECK(on.sent("tap-and-hold", {{"x", 1}, {"y", 2}}) ==
          link::action(link::tap_and_hold{1, 2, milliseconds(1000)}));
    CHECK(on.sent("pan", {{"x", 1}, {"y", 2}, {"direction", "left"}}) ==
          link::action(link::pan{1, 2, link::direction::left, milliseconds(500)}));
    CHECK(on.sent("drag", {{"from_x", 1}, {"from_y", 2}, {"to_x", 3}, {"to_y", 4}}) ==
          link::action(link::drag{1, 2, 3, 4, link::speed::medium}));
    CHECK(on.sent("hold-and-drag", {{"from_x", 1}, {"from_y", 2}, {"to_x", 3}, {"to_y", 4}}) ==
          link::action(link::hold_and_drag{1, 2, 3, 4, milliseconds(500), link::speed::medium}));
    CHECK(on.sent("pinch", {{"x", 1}, {"y", 2}, {"action", "rotate_ccw"}}) ==
          link::action(link::pinch{1, 2, link::pinch_kind::rotate_ccw, milliseconds(1000)}));
}

TEST_CASE("touches take what they are told", "[service]")
{
    with_touches on;
    CHECK(on.sent("tap-and-hold", {{"x", 1}, {"y", 2}, {"duration_ms", 30'000}}) ==
          link::action(link::tap_and_hold{1, 2, milliseconds(30'000)}));
    CHECK(on.sent("hold-and-drag", {{"from_x", 1},
                                    {"from_y", 2},
                                    {"to_x", 3},
                                    {"to_y", 4},
                                    {"hold_duration_ms", 0},
                                    {"speed", "fast"}}) ==
          link::action(link::hold_and_drag{1, 2, 3, 4, milliseconds(0), link::speed::fast}));
}

TEST_CASE("touches outside their limits are refused by name", "[service]")
{
    with_touches on;
    const json place{{"x", 1}, {"y", 2}};
    const auto with = [&](const json& more) {
        json body = place;
        body.update(more);
        return body;
    };
    CHECK(on.refused("double-tap", {{"x", 1}}) == "INVALID_ARGUMENT y");
    CHECK(on.refused("double-tap", {{"x", 620}, {"y", 1}}) == "INVALID_ARGUMENT x");
    CHECK(on.refused("tap-and-hold", with({{"duration_ms", 0}})) == "INVALID_ARGUMENT duration_ms");
    CHECK(on.refused("tap-and-hold", with({{"duration_ms", 30'001}})) ==
          "INVALID_ARGUMENT duration_ms");
    CHECK(on.refused("pinch", with({{"action", "pinch_in"}, {"duration_ms", 10'001}})) ==
          "INVALID_ARGUMENT duration_ms");
    CHECK(on.refused("pinch", with({{"action", "zoom"}})) == "INVALID_ARGUMENT action");
    CHECK(on.refused("pinch", place) == "INVALID_ARGUMENT action");
    CHECK(on.refused("pan", with({{"direction", "UP"}})) == "INVALID_ARGUMENT direction");
    const json drag{{"from_x", 1}, {"from_y", 2}, {"to_x", 3}, {"to_y", 1344}};
    CHECK(on.refused("drag", drag) == "INVALID_ARGUMENT to_y");
    CHECK(on.refused("hold-and-drag", {{"from_x", -1}, {"from_y", 0}, {"to_x", 0}, {"to_y", 0}}) ==
          "INVALID_ARGUMENT from_x");
    CHECK(on.refused("drag",
                     {{"from_x", 1}, {"from_y", 2}, {"to_x", 3}, {"to_y", 4}, {"speed", 1}}) ==
          "INVALID_ARGUMENT speed");
    CHECK(on.running.seen().received.empty());
}

TEST_CASE("a touch can be asked for at an element, under two names", "[service]")
{
    with_touches on;
    const link::touch_element wanted{
        .selector = "the Save button", .to_selector = {}, .what = link::tap{}};
    CHECK(on.sent("tap/select", {{"selector", "the Save button"}}) == link::action(wanted));
    CHECK(on.sent("tap-select", {{"selector", "the Save button"}}) == link::action(wanted));
    CHECK(on.sent("pinch/select", {{"selector", "map"}, {"action", "pinch_out"}}) ==
          link::action(
              link::touch_element{.selector = "map",
                                  .to_selector = {},
                                  .what = link::pinch{.kind = link::pinch_kind::pinch_out}}));
    CHECK(on.sent("drag/select", {{"from_selector", "a"}, {"to_selector", "b"}}) ==
          link::action(
              link::touch_element{.selector = "a", .to_selector = "b", .what = link::drag{}}));
    const auto job = on.client.post("/v1/flick-select", R"({"selector":"list","direction":"up"})");
    CHECK(job.json().at("action") == "flick-select");
}

TEST_CASE("selectors have 1 to 500 characters", "[service]")
{
    with_touches on;
    CHECK(on.refused("tap/select", {{"selector", ""}}) == "INVALID_ARGUMENT selector");
    CHECK(on.refused("tap/select", {{"selector", std::string(501, 'a')}}) ==
          "INVALID_ARGUMENT selector");
    CHECK(on.refused("tap/select", {{"selector", 7}}) == "INVALID_ARGUMENT selector");
    CHECK(on.refused("drag/select", {{"from_selector", "a"}}) == "INVALID_ARGUMENT to_selector");
    CHECK(on.refused("flick/select", {{"selector", "a"}}) == "INVALID_ARGUMENT direction");
}

TEST_CASE("the elements come with a frame that touches may refer to", "[service]")
{
    with_touches on;
    on.running.direct([](auto& desktop) {
        desktop.script = [](const link::command& what) {
            auto out = success(what);
            out.value =
                json::parse(R"({"elements":[{"label":"OK","type":"Button","x":1,"y":2,"width":3,)"
                            R"("height":4,"enabled":true}],)"
                            R"("space":{"width":620,"height":1344,"orientation":"portrait"}})");
            return out;
        };
    });
    const auto seen = on.client.get(on.path("elements?limit=7"));
    REQUIRE(seen.status == 200);
    CHECK(on.last_command().what ==
          link::action(link::elements{.limit = 1000})); // all of it is remembered
    CHECK(seen.json().at("elements").at(0).at("label") == "OK");
    const auto frame = seen.json().at("frame_id");
    CHECK(on.client.post(on.path("tap"), json{{"x", 1}, {"y", 1}, {"frame_id", frame}}.dump())
              .status == 200);
    CHECK(on.client.get(on.path("elements?limit=0")).status == 422);
    CHECK(on.client.get(on.path("elements?limit=1001")).status == 422);
}

TEST_CASE("a batch is sent as one command in the space of its coordinates", "[service]")
{
    with_touches on;
    const auto what = on.sent("batch", json::parse(R"({"steps":[
        {"action":"tap","x":1,"y":2},
        {"action":"pinch","x":3,"y":4,"kind":"pinch_in"},
        {"action":"tap/select","selector":"OK"}]})"));
    const link::batch wanted{
        .steps = {link::tap{1, 2}, link::pinch{.x = 3, .y = 4, .kind = link::pinch_kind::pinch_in},
                  link::touch_element{.selector = "OK", .to_selector = {}, .what = link::tap{}}}};
    CHECK(what == link::action(wanted));
    CHECK(on.last_command().space);
}

TEST_CASE("steps are checked by the rows of their actions", "[service]")
{
    with_touches on;
    const auto refused = [&](const char* steps) {
        return on.refused("batch", {{"steps", json::parse(steps)}});
    };
    CHECK(refused("[]") == "INVALID_ARGUMENT steps");
    CHECK(refused("{}") == "INVALID_ARGUMENT steps");
    CHECK(refused("[7]") == "INVALID_ARGUMENT steps[0]");
    CHECK(refused("[{}]") == "INVALID_ARGUMENT steps[0].action");
    CHECK(refused(R"([{"action":"tap","x":1,"y":1},{"action":"fly"}])") ==
          "INVALID_ARGUMENT steps[1].action");
    CHECK(refused(R"([{"action":"batch","steps":[]}])") == "INVALID_ARGUMENT steps[0].action");
    CHECK(refused(R"([{"action":"tap","x":"1","y":1}])") == "INVALID_ARGUMENT steps[0].x");
    CHECK(refused(R"([{"action":"tap","x":1,"y":9999}])") == "INVALID_ARGUMENT steps[0].y");
    CHECK(refused(R"([{"action":"pinch","x":1,"y":1}])") == "INVALID_ARGUMENT steps[0].kind");
    auto many = json::array();
    for (int i = 0; i < 33; ++i)
        many.push_back({{"action", "tap"}, {"x", 1}, {"y", 1}});
    CHECK(on.refused("batch", {{"steps", many}}) == "INVALID_ARGUMENT steps");
    CHECK(on.running.seen().received.empty());
}

} // namespace thimble::service::test
