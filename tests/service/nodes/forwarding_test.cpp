// Sessions of the Model Context Protocol, consent and codes of one node, used at another.
#include "service/nodes/named_node.hpp"
#include "service/nodes/request_bytes.hpp"
#include "tests/service/nodes/two_nodes.hpp"
#include "tests/service/oauth/oauth_client.hpp"
#include "tests/service/rest/sessions/event_client.hpp"

#include <boost/beast/http/verb.hpp>

#include <string>

namespace thimble::service::test {

using nlohmann::json;

namespace {

headers protocol_fields(const std::string& key)
{
    return {{"Authorization", "Bearer " + key},
            {"Content-Type", "application/json"},
            {"Accept", "application/json, text/event-stream"}};
}

std::string opening()
{
    return json{{"jsonrpc", "2.0"},
                {"id", 1},
                {"method", "initialize"},
                {"params",
                 {{"protocolVersion", "2025-06-18"},
                  {"capabilities", json::object()},
                  {"clientInfo", {{"name", "test"}, {"version", "1"}}}}}}
        .dump();
}

std::string listing()
{
    return json{{"jsonrpc", "2.0"}, {"id", 2}, {"method", "tools/list"}}.dump();
}

} // namespace

TEST_CASE("a request comes through as it was sent", "[service][nodes]")
{
    http::request sent;
    sent.head.method(boost::beast::http::verb::post);
    sent.head.target("/mcp?x=1");
    sent.head.version(11);
    sent.head.set("Host", "phones.example");
    sent.head.set("Content-Length", "9");
    sent.head.insert("X-Twice", "one");
    sent.head.insert("X-Twice", "two");
    sent.body = std::string("two\nlines", 9);
    nodes::envelope message{.kind = "http"};
    nodes::put_request(message, sent);
    const auto came = nodes::read_request(message);
    REQUIRE(came);
    CHECK(came->head.method() == boost::beast::http::verb::post);
    CHECK(came->head.target() == "/mcp?x=1");
    CHECK(came->head["Host"] == "phones.example");
    CHECK(came->head.count("X-Twice") == 2);
    CHECK(came->body == sent.body);
    message.body.clear();
    CHECK_FALSE(nodes::read_request(message));
}

TEST_CASE("an id names its node, or none", "[service][nodes]")
{
    const std::string node = "00000000-0000-4000-8000-000000000001";
    CHECK(nodes::node_named_in("abc" + nodes::suffix_of_node(node)) == node);
    for (const auto* each : {"", "abc", "abc.", "abc.def"})
        CHECK(nodes::node_named_in(each).empty());
}

TEST_CASE("a session of the protocol is used at another node", "[service][nodes]")
{
    two_nodes on;
    http_client here(on.here->port());
    auto& there = on.there.client;
    auto fields = protocol_fields(on.there.ada_key);
    const auto opened = there.ask("POST", "/mcp", fields, opening());
    REQUIRE(opened.status == 200);
    fields["Mcp-Session-Id"] = opened.field("mcp-session-id");
    fields["MCP-Protocol-Version"] = "2025-06-18";
    const auto listed = here.ask("POST", "/mcp", fields, listing());
    INFO(listed.body);
    CHECK(listed.status == 200);
    CHECK(listed.body.contains("\"tools\""));
    auto without_key = fields;
    without_key.erase("Authorization");
    CHECK(here.ask("POST", "/mcp", without_key, listing()).status == 401);
    CHECK(here.ask("DELETE", "/mcp", fields).status == 200);
    CHECK(there.ask("POST", "/mcp", fields, listing()).status == 404);
    CHECK(here.ask("POST", "/mcp", fields, listing()).status == 404);
}

TEST_CASE("a request that is passed on names its trace where it is answered", "[service][nodes]")
{
    two_nodes on;
    http_client here(on.here->port());
    auto fields = protocol_fields(on.there.ada_key);
    const auto opened = on.there.client.ask("POST", "/mcp", fields, opening());
    REQUIRE(opened.status == 200);
    fields["Mcp-Session-Id"] = opened.field("mcp-session-id");
    fields["MCP-Protocol-Version"] = "2025-06-18";
    fields["traceparent"] = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";
    CHECK(here.ask("POST", "/mcp", fields, listing()).status == 200);
    CHECK(on.there.running.logs(" trace=0af7651916cd43dd8448eb211c80319c"));
    CHECK_FALSE(on.here->logged().contains("trace=")); // which has not answered it
}

TEST_CASE("a stream of a session comes through another node", "[service][nodes]")
{
    two_nodes on;
    auto& there = on.there.client;
    auto fields = protocol_fields(on.there.ada_key);
    const auto opened = there.ask("POST", "/mcp", fields, opening());
    REQUIRE(opened.status == 200);
    fields["Mcp-Session-Id"] = opened.field("mcp-session-id");
    fields["MCP-Protocol-Version"] = "2025-06-18";
    auto listening = fields;
    listening["X-API-Key"] = on.there.ada_key;
    event_client listens(on.here->port(), "/mcp", listening);
    CHECK(listens.head().status == 200);
    CHECK(listens.head().field("content-type") == "text/event-stream");
    CHECK(there.ask("DELETE", "/mcp", fields).status == 200); // which ends the stream
    CHECK(listens.ends());
}

TEST_CASE("a session of a node that is gone is unknown", "[service][nodes]")
{
    two_nodes on;
    http_client here(on.here->port());
    auto fields = protocol_fields(on.there.ada_key);
    fields["Mcp-Session-Id"] = "abc.00000000-0000-4000-8000-000000000001";
    fields["MCP-Protocol-Version"] = "2025-06-18";
    CHECK(here.ask("POST", "/mcp", fields, listing()).status == 404);
}

TEST_CASE("consent is given and a code exchanged at another node", "[service][nodes]")
{
    two_nodes on;
    oauth_client there(on.there.running.port(), on.there.ada_key);
    oauth_client here(on.here->port(), on.there.ada_key);
    const auto waiting = there.waiting(there.good_request());
    REQUIRE_FALSE(waiting.empty());
    http_client looks(on.here->port());
    CHECK(looks.ask("GET", "/v1/authorizations/" + waiting, on.there.ada()).status == 200);
    const auto decided = here.decide(waiting, {{"approve", true}});
    INFO(decided.body);
    REQUIRE(decided.status == 200);
    CHECK(there.decide(waiting, {{"approve", true}}).status == 404); // once
    const auto code = parameters_in(decided.json().at("redirect_to")).at("code");
    const auto tokens = here.exchange(there.good_exchange(code));
    INFO(tokens.body);
    REQUIRE(tokens.status == 200);
    const auto token = tokens.json().at("access_token").get<std::string>();
    CHECK(here.list_tools(token).status == 200);
    CHECK(there.list_tools(token).status == 200);
    CHECK(here.exchange(there.good_exchange(code)).status == 400); // once
}

} // namespace thimble::service::test
