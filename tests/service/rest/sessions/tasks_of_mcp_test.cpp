// The tools of MCP that give a whole task to the service's own agent, which has a model here.
#include "tests/service/mcp_tools/mcp_client.hpp"
#include "tests/service/rest/sessions/with_agent.hpp"

#include <algorithm>

namespace thimble::service::test {

using nlohmann::json;

namespace {

/// It asks, and is done once it has been answered.
constexpr auto asking_once = R"({"conversations": [{"repeat_last": true, "turns": [
    {"text": "I see it.", "tool_uses": [{"name": "ask_user", "arguments":
        {"question": "Which alarm?"}}]},
    {"text": "I know.", "tool_uses": [{"name": "done", "arguments":
        {"success": true, "summary": "Seven o'clock it is."}}]},
    {"text": "YES: the screen shows it."}]}]})";

} // namespace

TEST_CASE("a task of MCP is answered for when it is done", "[sessions]")
{
    with_agent on(quick_model);
    mcp_client agent(on.running.port());
    const auto done = agent.call("run_task", {{"instruction", "Set an alarm"}});
    INFO(done.dump(2));
    CHECK_FALSE(done.value("isError", false));
    const auto& told = done.at("structuredContent");
    CHECK(told.at("status") == "completed");
    CHECK(told.at("result").dump().contains("It was done already."));
    CHECK(text_of(done).contains("It was done already."));
}

TEST_CASE("a task of MCP gets any phone that fits, and the log tells from where", "[sessions]")
{
    with_agent on(quick_model);
    on.running.attach(phone("udid-2"));
    mcp_client agent(on.running.port());
    const auto done = agent.call("run_task", {{"instruction", "Set an alarm"}, {"phone", "any"}});
    INFO(done.dump(2));
    CHECK_FALSE(done.value("isError", false));
    const auto none = agent.call("run_task", {{"instruction", "Wait"}, {"phone", "labels=none"}});
    CHECK(none.value("isError", false));
    CHECK(text_of(none).contains("NO_PHONE_FITS"));
    const auto entries = on.client.get("/v1/audit").json().at("entries");
    const auto begun = std::ranges::find_if(entries, [](const json& each) {
        return each.at("action") == "POST /v1/sessions" && each.at("outcome") == "done";
    });
    REQUIRE(begun != entries.end());
    CHECK(begun->at("address") == "127.0.0.1");
}

TEST_CASE("a phone of MCP may have a name that looks like a description", "[sessions]")
{
    with_agent on(quick_model);
    const auto meant = on.running.attach(phone("udid-2", "labels=none"));
    mcp_client agent(on.running.port());
    const auto done =
        agent.call("run_task", {{"instruction", "Set an alarm"}, {"phone", "labels=none"}});
    INFO(done.dump(2));
    CHECK_FALSE(done.value("isError", false));
    const std::string id = done.at("structuredContent").at("session_id");
    const auto session = on.client.get("/v1/sessions/" + id).json();
    CHECK(session.at("phone_id") == meant);
}

TEST_CASE("a task of MCP asks, is answered, and goes on", "[sessions]")
{
    with_agent on(asking_once);
    mcp_client agent(on.running.port());
    const auto asked = agent.call("run_task", {{"instruction", "Set an alarm"}});
    INFO(asked.dump(2));
    const auto& waits = asked.at("structuredContent");
    REQUIRE(waits.at("status") == "waiting_for_user");
    CHECK(text_of(asked).contains("Which alarm?"));
    const std::string id = waits.at("session_id");
    const json answer{
        {"session_id", id}, {"since", waits.at("next_index")}, {"message", "The one at seven"}};
    CHECK_FALSE(agent.call("answer_task", answer).value("isError", false));
    REQUIRE(on.becomes(id, "completed"));
    const auto done = agent.call("follow_task", {{"session_id", id}});
    INFO(done.dump(2));
    CHECK(done.at("structuredContent").at("result").dump().contains("Seven o'clock it is."));
    CHECK(text_of(done).contains("The one at seven"));
}

TEST_CASE("a task of MCP is stopped", "[sessions]")
{
    with_agent on;
    const auto id = on.begin().at("id");
    mcp_client agent(on.running.port());
    const auto stopped = agent.call("stop_task", {{"session_id", id}});
    INFO(stopped.dump(2));
    CHECK(stopped.at("structuredContent").at("session_id") == id);
    CHECK(on.becomes(id, "killed"));
}

} // namespace thimble::service::test
