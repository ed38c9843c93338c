// /mcp of a running service: who is let in, sessions, resources and prompts.
#include "tests/catch2.hpp"
#include "tests/mcp/posting_client.hpp"
#include "tests/service/mcp_tools/mcp_agent.hpp"

#include <algorithm>

namespace thimble::service::test {

using nlohmann::json;

TEST_CASE("strangers and foreign pages are refused", "[mcp]")
{
    with_agent on;
    const auto body = mcp_client::body_of("tools/list", json::object());
    const auto post = [&](const headers& fields) { // one connection each: a refusal ends it
        return http_client(on.running.port()).ask("POST", "/mcp", fields, body);
    };
    auto fields = mcp_client::fields_for("tools/list");
    CHECK(post(fields).status == 200);
    auto own = fields;
    own["Origin"] = "http://localhost";
    CHECK(post(own).status == 200);
    auto foreign = own;
    foreign["Origin"] = "https://evil.example";
    CHECK(post(foreign).status == 403);
    auto rebound = fields;
    rebound["Host"] = "evil.example";
    mcp::test::posting_client page(on.running.port()); // which says another Host
    page.send("POST", rebound, body);
    CHECK(page.read_all().status == 421);
    auto stranger = fields;
    stranger.erase("Authorization");
    CHECK(post(stranger).status == 401);
    stranger["Authorization"] = "Bearer tk_wrong";
    CHECK(post(stranger).status == 401);
    CHECK(http_client(on.running.port()).get("/openapi.json").json().at("paths").contains("/mcp") ==
          false);
}

TEST_CASE("a legacy client opens a session and ends it", "[mcp]")
{
    with_agent on;
    http_client client(on.running.port());
    headers fields{{"Authorization", std::string("Bearer ") + api_key},
                   {"Content-Type", "application/json"},
                   {"Accept", "application/json, text/event-stream"}};
    const json opening{{"jsonrpc", "2.0"},
                       {"id", 1},
                       {"method", "initialize"},
                       {"params",
                        {{"protocolVersion", "2025-06-18"},
                         {"capabilities", json::object()},
                         {"clientInfo", {{"name", "test"}, {"version", "1"}}}}}};
    const auto opened = client.ask("POST", "/mcp", fields, opening.dump());
    REQUIRE(opened.status == 200);
    CHECK(opened.json().at("result").at("serverInfo").at("name") == "thimble");
    fields["Mcp-Session-Id"] = opened.field("mcp-session-id");
    fields["MCP-Protocol-Version"] = "2025-06-18";
    const json listing{{"jsonrpc", "2.0"}, {"id", 2}, {"method", "tools/list"}};
    CHECK(client.ask("POST", "/mcp", fields, listing.dump()).status == 200);
    CHECK(client.ask("DELETE", "/mcp", fields).status == 200);
    CHECK(client.ask("POST", "/mcp", fields, listing.dump()).status == 404);
}

TEST_CASE("screens, the API and prompts can be read", "[mcp]")
{
    with_agent on;
    const auto listed = on.client.ask("resources/list").at("resources");
    const auto uri = "thimble://phones/" + on.id + "/screen";
    CHECK(std::ranges::any_of(listed, [&](const json& each) { return each.at("uri") == uri; }));
    const auto screen = on.client.ask("resources/read", {{"uri", uri}}, uri).at("contents");
    CHECK(screen.at(0).at("mimeType") == "image/jpeg");
    CHECK_FALSE(screen.at(0).at("blob").get<std::string>().empty());
    const std::string api = "thimble://docs/openapi.json";
    const auto document = on.client.ask("resources/read", {{"uri", api}}, api).at("contents");
    CHECK(json::parse(document.at(0).at("text").get<std::string>()).at("openapi") == "3.1.0");
    for (const std::string nothing : {"thimble://phones/../screen", "thimble://jobs//picture",
                                      "file:///etc/passwd", "thimble://phones/x/y/screen"})
        CHECK(
            on.client.post("resources/read", {{"uri", nothing}}, nothing).json().contains("error"));
    const auto prompt = on.client.ask(
        "prompts/get", {{"name", "phone_task"}, {"arguments", {{"task", "Set an alarm"}}}},
        "phone_task");
    CHECK(has(prompt.at("messages").at(0).at("content").at("text").get<std::string>(),
              "Set an alarm"));
}

TEST_CASE("a task without a model is refused with the reason", "[mcp]")
{
    with_agent on;
    const auto refused = on.client.call("run_task", {{"instruction", "Set an alarm"}});
    CHECK(refused.at("isError") == true);
    CHECK(has(text_of(refused), "MODEL_NOT_CONFIGURED"));
}

} // namespace thimble::service::test
