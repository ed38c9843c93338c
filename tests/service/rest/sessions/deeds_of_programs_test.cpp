// Sessions that a program let in by OAuth has begun, and the end of that program.
#include "tests/service/mcp_tools/mcp_client.hpp"
#include "tests/service/oauth/oauth_client.hpp"
#include "tests/service/rest/sessions/with_agent.hpp"

namespace thimble::service::test {

using nlohmann::json;

namespace {

/// It asks, and waits for the answer.
constexpr auto asking_model = R"({"conversations": [{"repeat_last": true, "turns": [
    {"text": "I see it.", "tool_uses": [{"name": "ask_user", "arguments":
        {"question": "Which alarm?"}}]}]}]})";

} // namespace

TEST_CASE("the end of a program is that of its sessions where that is asked for", "[sessions]")
{
    with_agent on(asking_model);
    oauth_client program(on.running.port());
    auto asked = program.good_request();
    asked["scope"] = "read sessions";
    const auto code = program.answer(asked).at("code");
    const auto given = program.exchange(program.good_exchange(code)).json();
    const auto grant = [&] { return on.client.get("/v1/grants").json().at("grants").at(0); };
    CHECK(grant().at("sessions") == json::array());
    mcp_client agent(on.running.port(), given.at("access_token"));
    const json task{{"name", "run_task"}, {"arguments", {{"instruction", "Set an alarm"}}}};
    REQUIRE(agent.post("tools/call", task, "run_task").status == 200);
    const auto begun = grant().at("sessions");
    REQUIRE(begun.size() == 1);
    const std::string id = begun.at(0);
    REQUIRE(on.becomes(id, "waiting_for_user"));
    const auto path = "/v1/grants/" + grant().at("id").get<std::string>();
    const auto end = [&](const std::string& query) {
        return on.client.ask("DELETE", path + query, {{"X-API-Key", api_key}}).status;
    };
    CHECK(end("?with=everything") == 422);
    CHECK(end("?with=sessions") == 204);
    CHECK(on.becomes(id, "killed"));
}

} // namespace thimble::service::test
