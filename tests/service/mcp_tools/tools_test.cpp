// The tools that an agent of others has, over /mcp of a running service.
#include "tests/catch2.hpp"
#include "tests/mcp/posting_client.hpp"
#include "tests/service/mcp_tools/mcp_agent.hpp"

#include <algorithm>
#include <set>

namespace thimble::service::test {

using nlohmann::json;

namespace {

constexpr std::size_t most_text = 1200UL * 4; // tokens of four bytes

} // namespace

TEST_CASE("the tools are offered in one order, each with schemas and annotations", "[mcp]")
{
    with_agent on;
    const auto listed = on.client.ask("tools/list").at("tools");
    CHECK(listed == on.client.ask("tools/list").at("tools"));
    CHECK(listed.size() >= 20);
    std::set<std::string> names;
    for (const auto& each : listed) {
        INFO(each.at("name"));
        CHECK(names.insert(each.at("name")).second);
        CHECK_FALSE(each.at("description").get<std::string>().empty());
        const auto& input = each.at("inputSchema");
        CHECK(input.at("type") == "object");
        CHECK(input.at("additionalProperties") == false);
        for (const auto* refused_by_clients : {"anyOf", "oneOf", "allOf"})
            CHECK_FALSE(input.contains(refused_by_clients));
        CHECK(each.at("outputSchema").at("type") == "object");
        CHECK(each.at("annotations").contains("readOnlyHint"));
    }
    for (const auto* needed : {"list_phones", "look", "tap", "long_press", "swipe", "drag", "pinch",
                               "type", "press_key", "press_button", "open_app", "open_url",
                               "clipboard", "run_shortcut", "batch", "run_task", "stop_task"})
        CHECK(names.contains(needed));
    std::size_t read_by_models = 0;
    for (const auto& each : listed)
        read_by_models += each.at("name").dump().size() + each.at("description").dump().size() +
                          each.at("inputSchema").dump().size();
    CHECK(read_by_models < 4000UL * 4); // four thousand tokens of every prompt
}

TEST_CASE("an agent that needs no picture of a thin screen gets none", "[mcp]")
{
    with_agent on("Save", 1);
    CHECK_FALSE(picture_of(on.client.call("look")).is_null());
    CHECK(picture_of(on.client.call("look", {{"picture", false}})).is_null());
    const auto done = on.client.call("tap", {{"selector", "Save 0"}, {"picture", false}});
    CHECK(done.at("isError") == false);
    CHECK(picture_of(done).is_null());
}

TEST_CASE("a look tells the elements, and shows a picture when asked", "[mcp]")
{
    with_agent on;
    const auto seen = on.client.call("look");
    CHECK(seen.at("isError") == false);
    CHECK(has(text_of(seen), "button \"Save 3\""));
    CHECK(picture_of(seen).is_null());
    CHECK(seen.at("structuredContent").at("phone_id") == on.id);
    const auto shown = on.client.call("look", {{"picture", true}});
    CHECK(picture_of(shown).at("mimeType") == "image/jpeg");
    CHECK(shown.at("structuredContent").at("frame_id").is_string());
}

TEST_CASE("a screen with few elements is shown by itself", "[mcp]")
{
    with_agent on("Alone", 1);
    CHECK(picture_of(on.client.call("look")).at("mimeType") == "image/jpeg");
}

TEST_CASE("an act by a selector answers with what the screen became", "[mcp]")
{
    with_agent on;
    const auto done = on.client.call("tap", {{"selector", "Save 3"}});
    INFO(done.dump());
    CHECK(done.at("isError") == false);
    const auto sent = on.last_act();
    CHECK(sent.observed);
    REQUIRE(std::holds_alternative<link::touch_element>(sent.what));
    CHECK(std::get<link::touch_element>(sent.what).selector == "Save 3");
    const auto& told = done.at("structuredContent");
    CHECK(told.at("job_id") == sent.job_id);
    CHECK(told.at("changed") == true);
    CHECK(has(told.at("screen").get<std::string>(), "Save 3"));
    CHECK(has(text_of(done), "Tap: done."));
}

TEST_CASE("an agent that waits is told that several elements fit", "[mcp]")
{
    with_agent on;
    on.running.direct([](scripted_desktop& desktop) {
        desktop.script = [seen = screen_of("Delete", 8)](const link::command& what) {
            if (!std::holds_alternative<link::find_element>(what.what))
                return seen(what);
            auto out = failure(what, "ELEMENT_NOT_FOUND", link::outcome::not_sent);
            out.failure->context["reason"] = "ambiguous";
            return out;
        };
    });
    const auto there = on.client.call("wait_for", {{"selector", "Delete"}});
    INFO(there.dump());
    CHECK(there.at("isError") == false);
    CHECK(has(text_of(there), "several elements fit"));
    const auto still =
        on.client.call("wait_for", {{"selector", "Delete"}, {"until", "gone"}, {"timeout_ms", 0}});
    CHECK(still.at("isError") == true);
}

TEST_CASE("coordinates need the frame that they are of, and nothing is touched without", "[mcp]")
{
    with_agent on;
    const auto refused = on.client.call("tap", {{"x", 10}, {"y", 20}});
    CHECK(refused.at("isError") == true);
    CHECK(has(text_of(refused), "frame_id"));
    CHECK(on.acts() == 0);
    const auto frame = on.client.call("look").at("structuredContent").at("frame_id");
    const auto done = on.client.call("tap", {{"x", 10}, {"y", 20}, {"frame_id", frame}});
    CHECK(done.at("isError") == false);
    CHECK(std::get<link::tap>(on.last_act().what).y == 20);
    CHECK(on.client.call("tap", {{"x", 10}, {"y", 20}, {"frame_id", frame}, {"times", 2}})
              .at("isError") == false);
    CHECK(std::holds_alternative<link::double_tap>(on.last_act().what));
    const auto stale = on.client.call("tap", {{"x", 9999}, {"y", 20}, {"frame_id", frame}});
    CHECK(stale.at("isError") == true);
    CHECK(on.acts() == 2);
}

TEST_CASE("text is typed by the way that carries it", "[mcp]")
{
    with_agent on;
    const std::string words = "Grüße";
    const auto done = on.client.call("type", {{"text", words}});
    INFO(done.dump());
    CHECK(done.at("isError") == false);
    const auto sent = std::get<link::type>(on.last_act().what);
    CHECK(sent.text == words);
    CHECK(sent.method == link::typing_method::automatic);
    CHECK_FALSE(on.running.logged().contains(words));
}

TEST_CASE("a swipe without a place begins in the middle of the screen", "[mcp]")
{
    with_agent on;
    CHECK(on.client.call("swipe", {{"direction", "up"}}).at("isError") == false);
    const auto sent = std::get<link::flick>(on.last_act().what);
    CHECK(sent.x == 310);
    CHECK(sent.y == 672);
}

TEST_CASE("a phone is meant by id, UDID or name, or because it is the only one", "[mcp]")
{
    with_agent on;
    for (const auto& name : {on.id, std::string("udid-1"), std::string("ada's iphone")}) {
        const auto seen = on.client.call("look", {{"phone", name}});
        CHECK(seen.at("structuredContent").at("phone_id") == on.id);
    }
    const auto unknown = on.client.call("look", {{"phone", "another"}});
    CHECK(unknown.at("isError") == true);
    CHECK(has(text_of(unknown), "Ada's iPhone"));
    on.running.attach(phone("udid-2", "Grace's iPhone"));
    const auto undecided = on.client.call("look");
    CHECK(undecided.at("isError") == true);
    CHECK(has(text_of(undecided), "Grace's iPhone"));
}

TEST_CASE("what fails says why in words, and what the screen shows", "[mcp]")
{
    with_agent on;
    on.running.direct([](scripted_desktop& desktop) {
        desktop.script = [look = desktop.script](const link::command& what) {
            return link::lane_of(what.what) == link::lane::input
                       ? failure(what, "ACTION_FAILED", link::outcome::unknown)
                       : look(what);
        };
    });
    const auto failed = on.client.call("open_app", {{"app_name", "Notes"}});
    CHECK(failed.at("isError") == true);
    CHECK(has(text_of(failed), "ACTION_FAILED"));
    CHECK(has(text_of(failed), "Save 3"));
    CHECK(on.acts() == 1);
}

TEST_CASE("no answer has more text than twelve hundred tokens", "[mcp]")
{
    with_agent on(std::string(600, 'W') + "ü", 1000);
    CHECK(text_of(on.client.call("look")).size() <= most_text);
    CHECK(text_of(on.client.call("press_button", {{"button", "home"}})).size() <= most_text);
}

TEST_CASE("a client that leaves lifts the finger", "[mcp]")
{
    with_agent on;
    const auto frame = on.client.call("look").at("structuredContent").at("frame_id");
    on.running.direct([](scripted_desktop& desktop) { desktop.hold(); });
    mcp_client leaving(on.running.port());
    leaving.send_call("long_press", {{"x", 5}, {"y", 5}, {"frame_id", frame}}, json::object());
    REQUIRE(on.running.until([](const observations& seen) {
        return !seen.started_jobs.empty() &&
               std::ranges::any_of(seen.received, [&](const auto& each) {
                   return std::holds_alternative<link::tap_and_hold>(each.what) &&
                          each.job_id == seen.started_jobs.back();
               });
    }));
    leaving.connection().close();
    CHECK(
        on.running.until([](const observations& seen) { return seen.cancelled_jobs.size() == 1; }));
    on.running.direct([](scripted_desktop& desktop) { desktop.release(); });
}

TEST_CASE("what takes longer than a second tells of its progress", "[mcp]")
{
    with_agent on;
    on.running.direct([](scripted_desktop& desktop) { desktop.hold(); });
    mcp::test::posting_client waiting(on.running.port());
    waiting.send("POST", mcp_client::fields_for("tools/call", "press_button"),
                 mcp_client::body_of("tools/call", {{"name", "press_button"},
                                                    {"arguments", {{"button", "home"}}},
                                                    {"_meta", {{"progressToken", "p"}}}}));
    waiting.read_until("notifications/progress");
    on.running.direct([](scripted_desktop& desktop) { desktop.release(); });
    const auto answer = waiting.read_all();
    CHECK(answer.header("Content-Type") == "text/event-stream");
    CHECK(has(answer.body, "is under way"));
    CHECK(has(answer.body, "Press a button: done."));
}

} // namespace thimble::service::test
