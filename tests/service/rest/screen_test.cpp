// Elements with refs, digests and differences; finding and waiting; touches by ref.
#include "tests/catch2.hpp"
#include "tests/service/service_with_phone.hpp"

#include <algorithm>
#include <future>

namespace thimble::service::test {

using nlohmann::json;

namespace {

link::phone_state able_to_see()
{
    auto able = phone("udid-1");
    for (const char* each :
         {"elements", "find", "settle", "selector.tree", "batch", "type", "type-ref", "tap",
          "tap-ref", "drag", "drag-ref", "home", "terminate-app"})
        able.capabilities.emplace_back(each);
    return able;
}

json element(const std::string& label, int y, json more = json::object())
{
    json out{{"label", label}, {"type", "Button"}, {"x", 10},         {"y", y},
             {"width", 100},   {"height", 40},     {"enabled", true}, {"actions", {"tap"}}};
    out.update(more);
    return out;
}

json screen_with(const json& elements)
{
    return {{"elements", elements},
            {"app", "Notes"},
            {"count", elements.size()},
            {"space", {{"width", 620}, {"height", 1344}, {"orientation", "portrait"}}}};
}

/// A phone whose screen holds what a test says.
struct with_screen : with_phone {
    with_screen()
    {
        running.attach(able_to_see());
        show({element("Save", 100), element("Back", 200)});
    }

    void show(const json& elements)
    {
        running.direct([elements](auto& desktop) {
            desktop.script = [elements](const link::command& what) {
                auto out = success(what);
                if (std::holds_alternative<link::elements>(what.what))
                    out.value = screen_with(elements);
                if (const auto* find = std::get_if<link::find_element>(&what.what)) {
                    for (const auto& each : elements)
                        if (each.at("label") == find->selector) {
                            out.value = screen_with(json::array());
                            out.value["element"] = each;
                            out.value["element"]["source"] = "tree";
                            out.value["element"]["confidence"] = 1;
                            return out;
                        }
                    out = failure(what, "ELEMENT_NOT_FOUND", link::outcome::not_sent);
                    out.failure->context["reason"] = "no_match";
                }
                if (std::holds_alternative<link::settle>(what.what))
                    out.value["settled"] = true;
                return out;
            };
        });
    }

    json read(const std::string& query = "")
    {
        const auto answer = client.get(path("elements") + query);
        INFO(answer.body);
        REQUIRE(answer.status == 200);
        return answer.json();
    }

    /// The ref of the element with this label.
    std::string ref_of(const std::string& label)
    {
        for (const auto& each : read().at("elements"))
            if (each.at("label") == label)
                return each.at("ref");
        FAIL("there is no " << label);
        return {};
    }

    link::action sent(const std::string& name, const json& body)
    {
        const auto answer = client.post(path(name), body.dump());
        INFO(answer.body);
        REQUIRE(answer.status == 200);
        return last_command().what;
    }

    /// What was sent for a touch by ref; fails the test where it was something else.
    link::touch_ref sent_touch(const std::string& name, const json& body)
    {
        const auto what = sent(name, body);
        REQUIRE(std::holds_alternative<link::touch_ref>(what));
        return std::get<link::touch_ref>(what);
    }

    /// "CODE reason-or-field".
    std::string refused(const std::string& name, const json& body)
    {
        const auto answer = client.post(path(name), body.dump());
        const auto context = answer.json().at("context");
        return answer.error() + " " + context.value("field", context.value("reason", ""));
    }
};

} // namespace

TEST_CASE("elements have refs, which stay as long as they do", "[service]")
{
    with_screen on;
    const auto first = on.read();
    CHECK(first.at("app") == "Notes");
    CHECK(first.at("element_count") == 2);
    CHECK(first.at("since").is_null());
    const auto save = first.at("elements").at(0);
    CHECK(save.at("label") == "Save");
    CHECK(save.at("actions") == json{"tap"});
    CHECK(save.at("value").is_null());
    CHECK(save.at("focused") == false);
    const auto second = on.read("?limit=1");
    CHECK(second.at("elements").size() == 1);
    CHECK(second.at("element_count") == 2);
    CHECK(second.at("elements").at(0).at("ref") == save.at("ref"));
    CHECK(second.at("frame_id") != first.at("frame_id"));
    CHECK(on.last_command().what == link::action(link::elements{.limit = 1000}));
}

TEST_CASE("a difference has what is new, other or gone, and an unknown frame has it all",
          "[service]")
{
    with_screen on;
    const auto first = on.read();
    const std::string frame = first.at("frame_id");
    on.show({element("Save", 100, {{"value", "x"}}), element("New", 300)});
    const auto change = on.read("?since=" + frame);
    CHECK(change.at("since") == frame);
    REQUIRE(change.at("elements").size() == 2);
    CHECK(change.at("elements").at(0).at("label") == "Save");
    CHECK(change.at("elements").at(1).at("label") == "New");
    CHECK(change.at("gone") == json::array({first.at("elements").at(1).at("ref")}));
    const auto whole = on.read("?since=6f0d2a44-3c5c-4c52-9a0e-2a7f2c1f3b10");
    CHECK(whole.at("since").is_null());
    CHECK(whole.at("elements").size() == 2);
    CHECK(whole.at("gone").empty());
}

TEST_CASE("a digest has the refs of the elements in a short text", "[service]")
{
    with_screen on;
    const auto ref = on.ref_of("Save");
    const auto told = on.read("?format=digest");
    const std::string text = told.at("digest");
    CHECK(text.contains(ref + " button \"Save\"\n"));
    CHECK(told.at("tokens") == (text.size() + 3) / 4);
    CHECK_FALSE(told.contains("elements"));
    const std::string frame = told.at("frame_id");
    CHECK(on.read("?format=digest&since=" + frame).at("digest") == "app \"Notes\"\nno change\n");
    const auto whole = on.read("?format=digest&since=nothing");
    CHECK(whole.at("since").is_null());
    CHECK(whole.at("digest").get<std::string>().contains("\"Save\""));
    CHECK(on.client.get(on.path("elements?format=xml")).error() == "INVALID_ARGUMENT");
}

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

TEST_CASE("an element is found with a ref, and nothing is touched", "[service]")
{
    with_screen on;
    const auto found = on.client.get(on.path("find?selector=Back"));
    INFO(found.body);
    REQUIRE(found.status == 200);
    const auto element = found.json().at("element");
    CHECK(element.at("label") == "Back");
    CHECK(element.at("source") == "tree");
    CHECK(on.last_command().what == link::action(link::find_element{.selector = "Back"}));
    CHECK(element.at("ref") == on.ref_of("Back"));
    CHECK(on.sent_touch("tap", {{"ref", element.at("ref")}}).held);
    CHECK(on.client.get(on.path("find?selector=Teleport")).error() == "ELEMENT_NOT_FOUND");
    CHECK(on.client.get(on.path("find")).error() == "INVALID_ARGUMENT");
}

TEST_CASE("a wait ends when the screen is as it is wanted", "[service]")
{
    with_screen on;
    const auto wait = [&](const json& body) {
        return on.client.post(on.path("wait"), body.dump());
    };
    const auto there = wait({{"selector", "Save"}});
    INFO(there.body);
    CHECK(there.json().at("element").at("label") == "Save");
    CHECK(wait({{"selector", "Teleport"}, {"until", "gone"}}).status == 200);
    CHECK(wait({{"until", "still"}}).status == 200);
    CHECK(wait({{"until", "there"}}).error() == "INVALID_ARGUMENT");
    CHECK(wait({{"selector", "x"}, {"timeout_ms", 60'001}}).error() == "INVALID_ARGUMENT");
    const auto late = wait({{"selector", "Teleport"}, {"timeout_ms", 0}});
    CHECK(late.status == 408);
    CHECK(late.error() == "TIMEOUT");
    CHECK(late.json().at("context").at("outcome") == "not_sent");
}

TEST_CASE("a wait looks again until the element comes, and touches go by", "[service]")
{
    with_screen on;
    auto waiting = std::async(std::launch::async, [&] {
        return http_client(on.running.port())
            .post(on.path("wait"), json{{"selector", "New"}, {"timeout_ms", 30'000}}.dump());
    });
    REQUIRE(on.running.until([](const auto& seen) { return seen.received.size() >= 2; }));
    on.sent("home", json::object());
    on.show(json::array({element("New", 100)}));
    CHECK(waiting.get().json().at("element").at("label") == "New");
}

TEST_CASE("a wait ends with its caller", "[service]")
{
    with_screen on;
    {
        http_client impatient(on.running.port());
        const json body{{"selector", "New"}, {"timeout_ms", 60'000}};
        impatient.send("POST " + on.path("wait") +
                       " HTTP/1.1\r\nHost: 127.0.0.1\r\nX-API-Key: " + std::string(api_key) +
                       "\r\nContent-Type: application/json\r\nContent-Length: " +
                       std::to_string(body.dump().size()) + "\r\n\r\n" + body.dump());
        REQUIRE(on.running.until([](const auto& seen) { return !seen.received.empty(); }));
        impatient.close();
    }
    CHECK(on.running.logs("/wait status=408")); // long before its time is over
    const auto looks = on.running.seen().received.size();
    on.sent("home", json::object()); // one more command, and no look beside it
    const auto seen = on.running.seen().received;
    CHECK(seen.size() == looks + 1);
}

TEST_CASE("an account has so many waits at a time, and no more", "[service]")
{
    with_screen on;
    std::vector<std::unique_ptr<http_client>> all;
    const json body{{"selector", "New"}, {"timeout_ms", 60'000}};
    const auto request = "POST " + on.path("wait") +
                         " HTTP/1.1\r\nHost: 127.0.0.1\r\nX-API-Key: " + std::string(api_key) +
                         "\r\nContent-Type: application/json\r\nContent-Length: " +
                         std::to_string(body.dump().size()) + "\r\n\r\n" + body.dump();
    for (int at = 0; at < 32; ++at) {
        all.push_back(std::make_unique<http_client>(on.running.port()));
        all.back()->send(request);
    }
    REQUIRE(on.running.until([](const auto& seen) { return seen.received.size() >= 32; }));
    const auto refused = on.client.post(on.path("wait"), body.dump());
    CHECK(refused.error() == "QUEUE_FULL");
    CHECK(refused.field("retry-after") != "");
}

TEST_CASE("an app is ended by its bundle id", "[service]")
{
    with_screen on;
    CHECK(on.sent("apps/com.apple.mobilenotes/terminate", json::object()) ==
          link::action(link::terminate_app{.bundle_id = "com.apple.mobilenotes"}));
    CHECK(on.client.post("/v1/apps/com.apple.mobilenotes/terminate").status == 200);
    const auto long_id = std::string(201, 'x');
    CHECK(on.client.post(on.path("apps/" + long_id + "/terminate")).error() == "INVALID_ARGUMENT");
    const json step{{"action", "terminate-app"}, {"bundle_id", "a.b"}};
    const auto batch = on.sent("batch", {{"steps", {step}}});
    CHECK(std::get<link::terminate_app>(std::get<link::batch>(batch).steps.at(0)).bundle_id ==
          "a.b");
}

} // namespace thimble::service::test
