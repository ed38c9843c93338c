// Tools of keys that may not do everything.
#include "tests/catch2.hpp"
#include "tests/service/mcp_tools/mcp_agent.hpp"

#include <set>

namespace thimble::service::test {

using nlohmann::json;

namespace {

std::string key_with(with_agent& on, const json& rights)
{
    json body{{"name", "agent"}};
    body.update(rights);
    http_client owner(on.running.port());
    const auto made = owner.post("/v1/keys", body.dump());
    REQUIRE(made.status == 201);
    return made.json().at("key");
}

std::set<std::string> tools_of(mcp_client& client)
{
    std::set<std::string> out;
    for (const auto& each : client.ask("tools/list").at("tools"))
        out.insert(each.at("name").get<std::string>());
    return out;
}

json error_of(mcp_client& client, const std::string& tool)
{
    return client.post("tools/call", {{"name", tool}, {"arguments", json::object()}}, tool)
        .json()
        .value("error", json());
}

} // namespace

TEST_CASE("a key that may only read is offered no tool that acts", "[mcp]")
{
    with_agent on;
    mcp_client client(on.running.port(), key_with(on, {{"scopes", {"read"}}}));
    CHECK(tools_of(client) ==
          std::set<std::string>{"find", "list_apps", "list_phones", "look", "wait_for"});
    CHECK(client.call("look").at("isError") == false);
    const auto refused = error_of(client, "tap");
    REQUIRE(refused.is_object());
    CHECK(refused.at("code") == -32602);
    CHECK(has(refused.at("message"), "read act"));
    CHECK(on.acts() == 0);
}

TEST_CASE("tasks need the scope of sessions, and acts need that of reading as well", "[mcp]")
{
    with_agent on;
    mcp_client tasks(on.running.port(), key_with(on, {{"scopes", {"sessions"}}}));
    CHECK(tools_of(tasks) ==
          std::set<std::string>{"answer_task", "follow_task", "run_task", "stop_task"});
    mcp_client blind(on.running.port(), key_with(on, {{"scopes", {"act"}}}));
    CHECK(tools_of(blind).empty());
    mcp_client acts(on.running.port(), key_with(on, {{"scopes", {"read", "act"}}}));
    CHECK(tools_of(acts).contains("tap"));
    CHECK_FALSE(tools_of(acts).contains("run_task"));
    CHECK(acts.call("tap", {{"selector", "Save 1"}}).at("isError") == false);
}

TEST_CASE("for a key for one phone the tools know no other", "[mcp]")
{
    with_agent on;
    const auto other = on.running.attach(phone("udid-2", "Secret"));
    mcp_client client(on.running.port(), key_with(on, {{"phones", {on.id}}}));
    const auto listed = client.call("list_phones");
    CHECK_FALSE(has(listed.dump(), other));
    CHECK_FALSE(has(listed.dump(), "Secret"));
    const auto refused = client.call("look", {{"phone", other}});
    CHECK(refused.at("isError") == true);
    CHECK(has(text_of(refused), "no such phone"));
    CHECK_FALSE(has(text_of(refused), "Secret"));
    CHECK(client.call("look").at("structuredContent").at("phone_id") == on.id);
    CHECK_FALSE(has(client.ask("resources/list").dump(), other));
}

TEST_CASE("a session of one key is none of another key of the account", "[mcp]")
{
    with_agent on;
    const auto key = key_with(on, {{"scopes", {"read"}}});
    http_client client(on.running.port());
    const auto fields = [](const std::string& by) {
        return headers{{"Authorization", "Bearer " + by},
                       {"Content-Type", "application/json"},
                       {"Accept", "application/json, text/event-stream"}};
    };
    const auto opened = client.ask("POST", "/mcp", fields(api_key),
                                   json{{"jsonrpc", "2.0"},
                                        {"id", 1},
                                        {"method", "initialize"},
                                        {"params",
                                         {{"protocolVersion", "2025-06-18"},
                                          {"capabilities", json::object()},
                                          {"clientInfo", {{"name", "test"}, {"version", "1"}}}}}}
                                       .dump());
    REQUIRE(opened.status == 200);
    const auto session = opened.field("mcp-session-id");
    REQUIRE_FALSE(session.empty());
    const auto list = json{{"jsonrpc", "2.0"}, {"id", 2}, {"method", "tools/list"}}.dump();
    const auto asked_with = [&](const std::string& by) {
        auto all = fields(by);
        all["Mcp-Session-Id"] = session;
        return client.ask("POST", "/mcp", all, list).status;
    };
    CHECK(asked_with(key) == 404);
    CHECK(asked_with(api_key) == 200);
}

} // namespace thimble::service::test
