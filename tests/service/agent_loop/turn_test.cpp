// The turns of an agent: it looks, thinks, acts, and is checked.
#include "tests/service/agent_loop/agents_at_work.hpp"
#include "tests/service/running_service.hpp"

namespace thimble::service::test {

using sessions::event_type;
using sessions::status;
using texts = std::vector<std::string>;

namespace {

/// Number of those that were asked for; the picture of an act is none.
std::ptrdiff_t screenshots_of(const agents_at_work& agents)
{
    return std::ranges::count_if(agents.desktop->seen.received, [](const link::command& each) {
        return std::holds_alternative<link::screenshot>(each.what);
    });
}

} // namespace

TEST_CASE("a task is done turn by turn, and checked before it is completed", "[runs]")
{
    agents_at_work agents(
        {.script = script(
             {turn({tap()}, R"("thinking": "A clock.", "text": "I tap.")"), turn({claim()})})});
    const auto id = agents.begin();
    REQUIRE(agents.until_ended(id));
    const auto known = agents.facts_of(id);
    INFO(known.error.value_or(""));
    CHECK(known.now == status::completed);
    CHECK(known.result == "All set.");
    CHECK(known.turns == 2);
    CHECK(agents.acts() == texts{"tap"});
    CHECK(agents.model_was_asked() == 3);
    texts types;
    for (const auto& each : agents.events_of(id))
        types.emplace_back(to_string(each.type));
    CHECK(types == texts{"status", "status", "screenshot", "thinking", "text", "tool_use",
                         "tool_result", "screenshot", "tool_use", "screenshot", "verdict",
                         "status"});
    CHECK(agents.texts_of(id, event_type::status, "status") ==
          texts{"creating", "running", "completed"});
}

TEST_CASE("what an act has shown is the next turn's picture", "[runs]")
{
    limits granted;
    granted.runs.picture_freshness = std::chrono::minutes(10);
    agents_at_work agents(
        {.script = script({turn({tap()}), turn({tap()}), turn({claim()})}), .granted = granted});
    const auto id = agents.begin();
    REQUIRE(agents.until_ended(id));
    CHECK(screenshots_of(agents) == 2); // the first one, and the one of the second look
    CHECK(agents.texts_of(id, event_type::screenshot, "url").size() == 4);
}

TEST_CASE("a picture from before somebody else's act is no turn's picture any more", "[runs]")
{
    agents_at_work agents({.script = script({turn({tap(), use("elements")}), turn({claim()})})});
    boost::asio::io_context elsewhere;
    const job home(elsewhere.get_executor(), {.id = "another's",
                                              .account_id = agents.account_id,
                                              .phone_id = agents.phone_id,
                                              .udid = "udid-1",
                                              .desktop_id = desktop_id,
                                              .action = "home"});
    agents.instead = [&](const link::command& what) {
        if (std::holds_alternative<link::elements>(what.what))
            agents.sessions().note_action(home); // it has ended since the tap
        return link::result();
    };
    const auto id = agents.begin();
    REQUIRE(agents.until_ended(id));
    CHECK(agents.facts_of(id).now == status::completed);
    CHECK(agents.texts_of(id, event_type::action, "action") == texts{"home"});
    CHECK(screenshots_of(agents) == 3); // the first one, the second turn's, the second look's
}

TEST_CASE("acts are observed, kept, and made for the picture that the model was shown", "[runs]")
{
    agents_at_work agents({.script = script({turn({tap()}), turn({claim()})})});
    const auto id = agents.begin();
    REQUIRE(agents.until_ended(id));
    const auto& all = agents.desktop->seen.received;
    const auto act = std::ranges::find_if(all, [](const link::command& each) {
        return std::holds_alternative<link::tap>(each.what);
    });
    REQUIRE(act != all.end());
    CHECK(act->observed);
    CHECK(act->space == link::coordinate_space{.size = {.width = 620, .height = 1344}});
    CHECK(agents.texts_of(id, event_type::tool_result).front().starts_with("Done."));
}

TEST_CASE("what the model gets wrong is told to it, and touches nothing", "[runs]")
{
    agents_at_work agents(
        {.script =
             script({turn({use("tap", R"({"x": 620, "y": 0})"), use("swipe")}), turn({claim()})})});
    const auto id = agents.begin();
    REQUIRE(agents.until_ended(id));
    CHECK(agents.facts_of(id).now == status::completed);
    CHECK(agents.acts().empty());
    CHECK(agents.model_was_told("619"));
}

TEST_CASE("a model that uses no tool is told once, then the session fails", "[runs]")
{
    agents_at_work agents({.script = script({R"({"text": "I have done it."})"}, {"NO: x"}, true)});
    const auto id = agents.begin();
    REQUIRE(agents.until_ended(id));
    CHECK(agents.facts_of(id).error->starts_with("MODEL_FAILED: "));
    CHECK(agents.model_was_asked() == 2);
    CHECK(agents.model_was_told("That was no tool"));
}

TEST_CASE("a model whose tools are all nonsense fails in the end", "[runs]")
{
    agents_at_work agents({.script = script({turn({use("fly")})}, {"NO: x"}, true)});
    const auto id = agents.begin();
    REQUIRE(agents.until_ended(id));
    CHECK(agents.facts_of(id).error->starts_with("MODEL_FAILED: "));
    CHECK(agents.model_was_asked() == 5);
}

TEST_CASE("a model that cannot be reached ends the session, without its key", "[runs]")
{
    agents_at_work agents(
        {.script = R"({"turns": [{"http": {"status": 401, "type": "authentication_error"}}]})"});
    const auto id = agents.begin();
    REQUIRE(agents.until_ended(id));
    CHECK(agents.facts_of(id).error->starts_with("MODEL_FAILED: "));
}

TEST_CASE("a session that is too long for its model says what to do", "[runs]")
{
    agents_at_work agents(
        {.script = R"({"turns": [{"tool_uses": [{"name": "tap", "arguments": {"x": 1, "y": 1}}]},
            {"http": {"status": 400, "type": "invalid_request_error",
                      "message": "prompt is too long: 200001 tokens > 200000 maximum"}}]})"});
    const auto id = agents.begin();
    REQUIRE(agents.until_ended(id));
    const auto error = agents.facts_of(id).error.value_or("");
    CHECK(error.starts_with("MODEL_FAILED: The prompt is too long for the model."));
    CHECK(error.find("200001 tokens > 200000 maximum. The") != std::string::npos);
    CHECK(error.ends_with("a smaller task, fewer turns, or a model that takes more."));
    CHECK(agents.model_was_asked() == 2); // the same again would be as long
}

TEST_CASE("a claim that is refused is told to the model, twice ends the session", "[runs]")
{
    agents_at_work agents({.script = script({turn({claim()}), turn({tap()}), turn({claim()})},
                                            {"NO: the alarm is off.", "NO: it is still off."})});
    const auto id = agents.begin();
    REQUIRE(agents.until_ended(id));
    CHECK(agents.facts_of(id).error == "UNVERIFIED: it is still off.");
    CHECK(agents.facts_of(id).result == "All set.");
    CHECK(agents.model_was_told("the alarm is off."));
    CHECK(agents.texts_of(id, event_type::verdict, "reason") ==
          texts{"the alarm is off.", "it is still off."});
}

TEST_CASE("an agent that gives up fails with its own words", "[runs]")
{
    agents_at_work agents(
        {.script = script({turn({use("done", R"({"success": false, "summary": "No clock."})")})})});
    const auto id = agents.begin();
    REQUIRE(agents.until_ended(id));
    CHECK(agents.facts_of(id).now == status::failed);
    CHECK(agents.facts_of(id).error->starts_with("STUCK: "));
    CHECK(agents.facts_of(id).result == "No clock.");
}

TEST_CASE("elements are read and waits are waited", "[runs]")
{
    agents_at_work agents(
        {.script = script(
             {turn({use("elements"), use("wait", R"({"duration_ms": 20})")}), turn({claim()})})});
    const auto id = agents.begin();
    REQUIRE(agents.until_ended(id));
    CHECK(agents.facts_of(id).now == status::completed);
    CHECK(agents.model_was_told("OK"));
    CHECK(agents.texts_of(id, event_type::tool_result).front().find("at (30, 30), 40 x 20") !=
          std::string::npos);
}

} // namespace thimble::service::test
