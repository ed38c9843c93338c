// Acts that the operator has marked: the person in front of the client is asked, or they are
// refused.
#include "service/mcp_tools/act_consent.hpp"
#include "tests/catch2.hpp"
#include "tests/service/mcp_tools/mcp_agent.hpp"

namespace thimble::service::test {

using nlohmann::json;

namespace {

constexpr auto notes_app = "com.apple.mobilenotes";

/// A tap, of a client that can ask.
json tap_of_asking_client()
{
    return {{"name", "tap"},
            {"arguments", {{"selector", "Save 3"}}},
            {"_meta",
             {{"io.modelcontextprotocol/clientCapabilities", {{"elicitation", json::object()}}}}}};
}

json answered(json request, const json& question, const json& answer)
{
    const auto& asked = question.at("inputRequests");
    REQUIRE(asked.size() == 1);
    CHECK(asked.begin()->at("method") == "elicitation/create");
    request["inputResponses"] = {{asked.begin().key(), answer}};
    request["requestState"] = question.at("requestState");
    return request;
}

json yes()
{
    return {{"action", "accept"}, {"content", {{"agree", true}}}};
}

/// The app that is in front says so.
void bring_to_front(running_service& on, const std::string& app)
{
    on.direct([&](scripted_desktop& desktop) {
        desktop.script = [before = desktop.script, app](const link::command& what) {
            auto out = before(what);
            if (std::holds_alternative<link::front_app>(what.what))
                out.value = {{"bundle_id", app}};
            return out;
        };
    });
}

} // namespace

TEST_CASE("a client that cannot ask is told what allows the act, and nothing is done", "[mcp]")
{
    with_agent on("Save", 8, {.confirmed_tools = {"tap"}});
    const auto refused = on.client.call("tap", {{"selector", "Save 3"}});
    CHECK(refused.at("isError") == true);
    CHECK(has(text_of(refused), "THIMBLE_AGENT_CONFIRM"));
    CHECK(on.acts() == 0);
    CHECK(on.client.call("open_app", {{"app_name", "Notes"}}).at("isError") == false);
}

TEST_CASE("a person who agrees has the act done, once", "[mcp]")
{
    with_agent on("Save", 8, {.confirmed_tools = {"tap"}});
    const auto request = tap_of_asking_client();
    const auto question = on.client.ask("tools/call", request, "tap");
    CHECK(question.at("resultType") == "input_required");
    CHECK(has(question.at("inputRequests").dump(), "May I use the tool tap now"));
    CHECK(on.acts() == 0);
    const auto agreed = answered(request, question, yes());
    const auto done = on.client.ask("tools/call", agreed, "tap");
    INFO(done.dump());
    CHECK(done.at("isError") == false);
    CHECK(on.acts() == 1);
    const auto again = on.client.post("tools/call", agreed, "tap").json();
    CHECK_FALSE(again.value("result", json::object()).value("resultType", "") == "complete");
    CHECK(on.acts() == 1);
}

TEST_CASE("a person who does not agree has nothing done", "[mcp]")
{
    with_agent on("Save", 8, {.confirmed_tools = {"tap"}});
    const auto request = tap_of_asking_client();
    for (const auto& no : {json{{"action", "decline"}}, json{{"action", "cancel"}},
                           json{{"action", "accept"}, {"content", {{"agree", false}}}}}) {
        const auto question = on.client.ask("tools/call", request, "tap");
        const auto refused = on.client.ask("tools/call", answered(request, question, no), "tap");
        CHECK(refused.at("isError") == true);
    }
    CHECK(on.acts() == 0);
}

TEST_CASE("an app that is denied is not touched", "[mcp]")
{
    with_agent on("Save", 8, {.denied_apps = {notes_app}});
    bring_to_front(on.running, notes_app);
    const auto refused = on.client.call("tap", {{"selector", "Save 3"}});
    CHECK(refused.at("isError") == true);
    CHECK(has(text_of(refused), "THIMBLE_AGENT_DENIED_APPS"));
    const json steps =
        json::array({{{"action", "home"}}, {{"action", "open-app"}, {"app_name", "Notes"}}});
    CHECK(on.client.call("batch", {{"steps", steps}}).at("isError") == true);
    CHECK(on.acts() == 0);
    CHECK(on.client.call("press_button", {{"button", "home"}}).at("isError") == false);
    bring_to_front(on.running, "com.apple.Maps");
    CHECK(on.client.call("tap", {{"selector", "Save 3"}}).at("isError") == false);
}

TEST_CASE("where rules about apps hold, a batch of several acts is refused", "[mcp]")
{
    with_agent on("Save", 8, {.denied_apps = {"com.example.bank"}});
    bring_to_front(on.running, notes_app);
    const json steps = json::array({{{"action", "home"}},
                                    {{"action", "tap/select"}, {"selector", "Save 1"}},
                                    {{"action", "tap/select"}, {"selector", "Save 2"}}});
    const auto refused = on.client.call("batch", {{"steps", steps}});
    CHECK(refused.at("isError") == true);
    CHECK(has(text_of(refused), "one by one"));
    CHECK(on.acts() == 0);
}

TEST_CASE("an act is judged as the tool that an operator can name", "[mcp]")
{
    const auto is_for = [](const std::string& row, const json& body = json::object()) {
        return mcp_tools::act_of_row(row, body);
    };
    CHECK(agent::find_action<link::tap>(is_for("triple-tap")) != nullptr);
    CHECK(agent::find_action<link::flick>(is_for("pan")) != nullptr);
    CHECK(agent::find_action<link::drag>(is_for("hold-and-drag")) != nullptr);
    const auto shortcut = is_for("shortcut", {{"name", "Pay"}});
    CHECK(agent::find_action<link::open_url>(shortcut) != nullptr);
    const auto ended = is_for("apps/com.example.bank/terminate");
    const auto* app = agent::find_action<link::open_app>(ended);
    REQUIRE(app != nullptr);
    CHECK(app->app_name == "com.example.bank");
}

TEST_CASE("the clipboard is not read while an app that is denied is in front", "[mcp]")
{
    with_agent on("Save", 8, {.denied_apps = {notes_app}});
    bring_to_front(on.running, notes_app);
    const auto refused = on.client.call("clipboard", json::object());
    CHECK(refused.at("isError") == true);
    CHECK(has(text_of(refused), "THIMBLE_AGENT_DENIED_APPS"));
}

TEST_CASE("whoever has agreed to an app is not asked about it at once again", "[mcp]")
{
    with_agent on("Save", 8, {.confirmed_apps = {notes_app}});
    bring_to_front(on.running, notes_app);
    const auto request = tap_of_asking_client();
    const auto question = on.client.ask("tools/call", request, "tap");
    REQUIRE(question.at("resultType") == "input_required");
    const auto done = on.client.ask("tools/call", answered(request, question, yes()), "tap");
    CHECK(done.at("isError") == false);
    CHECK(on.client.call("tap", {{"selector", "Save 4"}}).at("isError") == false);
    CHECK(on.acts() == 2);
}

} // namespace thimble::service::test
