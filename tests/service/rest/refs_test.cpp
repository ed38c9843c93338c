// Touches and texts by refs: which are held, and which are looked for.
#include "tests/service/rest/screen_fixture.hpp"

#include <algorithm>

namespace thimble::service::test {

using nlohmann::json;

TEST_CASE("a ref is held until something is done with the phone", "[service]")
{
    with_screen on;
    const auto ref = on.ref_of("Save");
    const auto first = on.sent_touch("tap", {{"ref", ref}});
    CHECK(first.held);
    REQUIRE(first.at);
    CHECK(first.at->label == "Save");
    CHECK(first.at->app == "Notes");
    CHECK(first.at->y == 100);
    CHECK(first.at->unique);
    CHECK(on.last_command().space->size == screen::pixel_size{.width = 620, .height = 1344});
    CHECK_FALSE(on.sent_touch("tap", {{"ref", ref}}).held); // the tap has come since
    CHECK(on.ref_of("Save") == ref);
    CHECK(on.sent_touch("tap", {{"ref", ref}}).held);
    on.read();
    on.sent("home", json::object());
    CHECK_FALSE(on.sent_touch("tap", {{"ref", ref}}).held);
}

TEST_CASE("a ref that the newest screen lacks is not held", "[service]")
{
    with_screen on;
    const auto back = on.ref_of("Back");
    on.show(json::array({element("Save", 100)}));
    on.read();
    CHECK_FALSE(on.sent_touch("tap", {{"ref", back}}).held);
}

TEST_CASE("what is read while something is done is not held", "[service]")
{
    with_screen on;
    on.running.direct([](auto& desktop) { desktop.hold(); });
    const auto job = on.client.post(on.path("home?async=true")).json().at("job_id");
    auto elements = std::async(std::launch::async, [&] {
        return http_client(on.running.port()).get(on.path("elements")).json();
    });
    REQUIRE(on.running.until([](const auto& seen) { return seen.received.size() == 2; }));
    on.running.direct([](auto& desktop) { desktop.release(); });
    const std::string ref = elements.get().at("elements").at(0).at("ref");
    ended_job(on.client, "/v1/jobs/" + job.get<std::string>());
    CHECK_FALSE(on.sent_touch("tap", {{"ref", ref}}).held);
}

TEST_CASE("a ref of a screen that has turned since is not held", "[service]")
{
    with_screen on;
    const auto ref = on.ref_of("Save");
    auto turned = able_to_see();
    turned.screenshot_size = {.width = 1344, .height = 620};
    turned.turned = screen::orientation::landscape_left;
    on.running.attach(turned);
    CHECK_FALSE(on.sent_touch("tap", {{"ref", ref}}).held);
}

TEST_CASE("a ref stands in place of coordinates, not beside them", "[service]")
{
    with_screen on;
    const auto ref = on.ref_of("Save");
    CHECK(on.refused("tap", {{"ref", ref}, {"x", 1}, {"y", 1}}) == "INVALID_ARGUMENT x");
    CHECK(on.refused("tap", {{"ref", ref}, {"y", 1}}) == "INVALID_ARGUMENT y");
    CHECK(on.refused("tap", {{"ref", ""}}) == "INVALID_ARGUMENT ref");
    CHECK(on.refused("tap", json::object()) == "INVALID_ARGUMENT x");
    CHECK(on.refused("tap", {{"ref", "nothing1"}}) == "STALE_FRAME unknown_ref");
    CHECK(on.refused("drag", {{"from_ref", ref}, {"to_x", 1}}) == "INVALID_ARGUMENT to_y");
    const auto drag = on.sent_touch("drag", {{"from_ref", ref}, {"to_x", 1}, {"to_y", 2}});
    CHECK(drag.at);
    CHECK_FALSE(drag.to);
    CHECK(std::get<link::drag>(drag.what).to_y == 2);
    CHECK(on.client.post(on.path("tap")).error() == "EMPTY_BODY");
}

TEST_CASE("another phone's ref means nothing", "[service]")
{
    with_screen on;
    const auto ref = on.ref_of("Save");
    auto other = able_to_see();
    other.udid = "udid-2";
    const auto id = on.running.attach(other);
    const auto answer = on.client.post("/v1/phones/" + id + "/tap", json{{"ref", ref}}.dump());
    CHECK(answer.error() == "STALE_FRAME");
}

TEST_CASE("text goes into a field by its ref", "[service]")
{
    with_screen on;
    on.show(json::array({element("Name", 100, {{"type", "TextField"}, {"focused", true}})}));
    const auto ref = on.ref_of("Name");
    const auto what = on.sent("type", {{"ref", ref}, {"text", "hello"}});
    REQUIRE(std::holds_alternative<link::type_ref>(what));
    const auto& typing = std::get<link::type_ref>(what);
    CHECK(typing.held);
    CHECK(typing.focused);
    CHECK(typing.what == link::type{.text = "hello", .method = link::typing_method::keys});
}

TEST_CASE("a refused text is told what would let it through, without the text", "[service]")
{
    with_screen on;
    const auto refusal = [&](const json& body) {
        return on.client.post(on.path("type"), body.dump()).json();
    };
    const auto why = refusal({{"text", "Grüße"}});
    CHECK(why.at("error") == "INVALID_ARGUMENT");
    CHECK(why.at("context").at("retry_with") == json{{"method", "auto"}});
    CHECK_FALSE(why.dump().contains("Grü"));
    CHECK(refusal({{"text", std::string(101, 'x')}}).at("context").contains("retry_with"));
    CHECK_FALSE(refusal({{"text", "a\x01"}}).at("context").contains("retry_with"));
    CHECK_FALSE(refusal({{"text", ""}}).at("context").contains("retry_with"));
}

TEST_CASE("of a batch's refs the first alone may be held", "[service]")
{
    with_screen on;
    const auto ref = on.ref_of("Save");
    const json tap{{"action", "tap"}, {"ref", ref}};
    const auto what = on.sent("batch", {{"steps", {tap, tap}}});
    const auto& steps = std::get<link::batch>(what).steps;
    CHECK(std::get<link::touch_ref>(steps.at(0)).held);
    CHECK_FALSE(std::get<link::touch_ref>(steps.at(1)).held);
}

TEST_CASE("an older desktop touches a held ref at its place, and no other", "[service]")
{
    with_screen on;
    auto older = able_to_see();
    std::erase_if(older.capabilities, [](const auto& each) { return each.ends_with("-ref"); });
    on.running.attach(older);
    const auto ref = on.ref_of("Save");
    CHECK(on.sent("tap", {{"ref", ref}}) == link::action(link::tap{60, 120}));
    CHECK(on.client.post(on.path("tap"), json{{"ref", ref}}.dump()).error() ==
          "UNSUPPORTED_ACTION");
    CHECK(on.client.post(on.path("type"), json{{"ref", ref}, {"text", "a"}}.dump()).error() ==
          "UNSUPPORTED_ACTION");
}

} // namespace thimble::service::test
