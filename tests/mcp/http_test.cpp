// Over HTTP: headers, statuses, sessions and streams.
#include "tests/catch2.hpp"
#include "tests/mcp/fixture/http_server.hpp"
#include "tests/mcp/in_process.hpp"
#include "tests/mcp/posting_client.hpp"

#include <boost/asio/detached.hpp>
#include <boost/asio/post.hpp>

#include <thread>

namespace thimble::mcp::test {

using nlohmann::json;

namespace {

/// A server with a thread of its own.
class running_http {
public:
    explicit running_http(http::endpoint_settings settings = {})
        : server_(home_.get_executor(), settings), port_(server_.port())
    {
        boost::asio::co_spawn(home_, server_.run(), boost::asio::detached);
        thread_ = std::thread([this] { home_.run(); });
    }
    running_http(const running_http&) = delete;
    running_http& operator=(const running_http&) = delete;
    ~running_http()
    {
        boost::asio::post(home_, [this] { server_.stop(); });
        thread_.join();
    }

    http_answer
    ask(const std::string& method, const header_map& fields, const std::string& body = "")
    {
        posting_client client(port_);
        client.send(method, fields, body);
        return client.read_all();
    }

    http_answer post(const json& body, header_map fields)
    {
        fields.emplace("Content-Type", "application/json");
        return ask("POST", fields, body.dump());
    }

    std::uint16_t port() const { return port_; }

private:
    boost::asio::io_context home_{1};
    http_server server_;
    std::uint16_t port_;
    std::thread thread_; // std::jthread is not in every libc++
};

json modern_body(const char* method, json params = json::object())
{
    return {{"jsonrpc", "2.0"},
            {"id", 1},
            {"method", method},
            {"params", modern_params(std::move(params))}};
}

header_map modern_headers(const char* method, const char* name = nullptr)
{
    header_map out{{"MCP-Protocol-Version", "2026-07-28"}, {"Mcp-Method", method}};
    if (name != nullptr)
        out["Mcp-Name"] = name;
    return out;
}

json legacy_body(const char* method, json params = json::object(), int id = 1)
{
    return {{"jsonrpc", "2.0"}, {"id", id}, {"method", method}, {"params", std::move(params)}};
}

/// The header of a session that has been opened.
header_map open_session(running_http& with, const char* revision, const char* account = "a")
{
    const auto opened = with.post(legacy_body("initialize", {{"protocolVersion", revision},
                                                             {"capabilities", json::object()},
                                                             {"clientInfo", json::object()}}),
                                  {{"X-Account", account}});
    REQUIRE(opened.status == 200);
    return {{"X-Account", account},
            {"Mcp-Session-Id", opened.header("Mcp-Session-Id")},
            {"MCP-Protocol-Version", revision}};
}

} // namespace

TEST_CASE("headers have to repeat what the body says", "[mcp]")
{
    running_http with;
    const auto call = modern_body("tools/call", {{"name", "test_simple_text"}});
    CHECK(with.post(call, modern_headers("tools/call", "test_simple_text")).status == 200);
    CHECK(with.post(call, modern_headers("tools/call", "=?base64?dGVzdF9zaW1wbGVfdGV4dA==?="))
              .status == 200);
    for (auto wrong :
         {modern_headers("tools/call"), modern_headers("tools/list", "test_simple_text"),
          modern_headers("tools/call", "test_image_content"),
          modern_headers("tools/call", "=?base64?dGVzdF9zaW1wbGVfdGV4dA?="),
          header_map{{"Mcp-Method", "tools/call"}, {"Mcp-Name", "test_simple_text"}}}) {
        const auto answer = with.post(call, wrong);
        CHECK(answer.status == 400);
        CHECK(answer.json()["error"]["code"] == code::header_mismatch);
        CHECK(answer.json()["id"] == 1);
    }
}

TEST_CASE("errors have the statuses that the protocol gives them", "[mcp]")
{
    running_http with;
    const auto status = [&](const json& body, header_map fields) {
        return with.post(body, std::move(fields)).status;
    };
    CHECK(status(modern_body("nothing"), modern_headers("nothing")) == 404);
    CHECK(status(modern_body("ping"), modern_headers("ping")) == 404);
    CHECK(status(legacy_body("server/discover"), modern_headers("server/discover")) == 400);
    auto unknown = modern_headers("server/discover");
    unknown["MCP-Protocol-Version"] = "2099-01-01";
    auto body = modern_body("server/discover");
    body["params"]["_meta"][meta::protocol_version] = "2099-01-01";
    CHECK(status(body, unknown) == 400);
    CHECK(with.ask("POST", {{"Content-Type", "text/plain"}}, "{}").status == 415);
    CHECK(with.ask("POST", {{"Content-Type", "application/json"}, {"Accept", "text/html"}}, "{}")
              .status == 406);
    CHECK(with.ask("POST", {{"Content-Type", "application/json"}}, "{").status == 400);
    CHECK(with.ask("PUT", {}).status == 405);
    CHECK(with.ask("GET", {}).status == 405);
    CHECK(with.ask("DELETE", {}).status == 405);
    CHECK(with.ask("POST", {{"Host", "evil.example"}}).status == 403);
    CHECK(with.ask("POST", {{"Origin", "http://evil.example"}}).status == 403);
}

TEST_CASE("an answer that comes first is JSON, and what comes before it makes a stream", "[mcp]")
{
    running_http with;
    auto body = modern_body("tools/call", {{"name", "test_tool_with_progress"}});
    const auto fields = modern_headers("tools/call", "test_tool_with_progress");
    CHECK(with.post(body, fields).header("Content-Type") == "application/json");
    body["params"]["_meta"]["progressToken"] = "t";
    const auto streamed = with.post(body, fields);
    CHECK(streamed.header("Content-Type") == "text/event-stream");
    CHECK(streamed.header("X-Accel-Buffering") == "no");
    CHECK(streamed.body.find("notifications/progress") != std::string::npos);
    CHECK(streamed.body.find("\"resultType\":\"complete\"") != std::string::npos);
    auto json_alone = fields;
    json_alone["Accept"] = "application/json";
    CHECK(with.post(body, json_alone).json().contains("result"));
    auto events_alone = fields;
    events_alone["Accept"] = "text/event-stream";
    CHECK(with.post(body, events_alone).body.starts_with("event: message\n"));
}

TEST_CASE("quiet streams are kept alive, and end in order with the server", "[mcp]")
{
    http::endpoint_settings settings;
    settings.keep_alive = std::chrono::milliseconds(5);
    std::optional<running_http> with(std::in_place, settings);
    posting_client client(with->port());
    auto fields = modern_headers("subscriptions/listen");
    fields["Content-Type"] = "application/json";
    client.send("POST", fields,
                modern_body("subscriptions/listen", {{"notifications", json::object()}}).dump());
    client.read_until("acknowledged");
    client.read_until("\n:\n\n");
    with.reset();
    CHECK(client.read_all().status == 200);
}

TEST_CASE("a stream that its client cannot have is cancelled", "[mcp]")
{
    running_http with;
    auto fields = modern_headers("subscriptions/listen");
    fields["Content-Type"] = "application/json";
    const auto body =
        modern_body("subscriptions/listen", {{"notifications", json::object()}}).dump();
    for (int count = 0; count < 40; ++count) { // more than an account may have open
        posting_client hasty(with.port());
        hasty.send("POST", fields, body, "more");
        hasty.read_to_end();
    }
    posting_client client(with.port());
    client.send("POST", fields, body);
    client.read_until("acknowledged");
}

TEST_CASE("a session belongs to its account and ends when it is deleted", "[mcp]")
{
    running_http with;
    auto fields = open_session(with, "2025-11-25");
    CHECK(with.post(legacy_body("ping"), fields).status == 200);
    auto others = fields;
    others["X-Account"] = "b";
    CHECK(with.post(legacy_body("ping"), others).status == 404);
    auto without = fields;
    without.erase("Mcp-Session-Id");
    CHECK(with.post(legacy_body("ping"), without).status == 400);
    auto odd = fields;
    odd["MCP-Protocol-Version"] = "1.0";
    CHECK(with.post(legacy_body("ping"), odd).status == 400);
    CHECK(with.post({{"jsonrpc", "2.0"}, {"method", "notifications/initialized"}}, fields).status ==
          202);
    CHECK(with.ask("DELETE", fields).status == 200);
    CHECK(with.post(legacy_body("ping"), fields).status == 404);
}

TEST_CASE("a client that was let go comes back for the answer", "[mcp]")
{
    running_http with;
    auto fields = open_session(with, "2025-11-25");
    const auto left = with.post(legacy_body("tools/call", {{"name", "test_reconnection"}}), fields);
    CHECK(left.body.starts_with("id: 1-0\nretry: 1000\ndata:\n\n"));
    CHECK(left.body.find("result") == std::string::npos);
    fields["Last-Event-ID"] = "1-0";
    fields["Accept"] = "text/event-stream";
    const auto rest = with.ask("GET", fields);
    CHECK(rest.body.find("completed successfully") != std::string::npos);
    CHECK(with.ask("GET", fields).body.find("completed successfully") != std::string::npos);
    for (const auto* id : {"7-0", "x", "1-", "-1"}) {
        fields["Last-Event-ID"] = id;
        CHECK(with.ask("GET", fields).status >= 400);
    }
}

TEST_CASE("what concerns no request comes on the stream that a session opens", "[mcp]")
{
    running_http with;
    auto fields = open_session(with, "2025-11-25");
    posting_client listening(with.port());
    fields["Accept"] = "text/event-stream";
    listening.send("GET", fields, "");
    listening.read_until("retry");
    fields.erase("Accept");
    with.post(legacy_body("tools/call", {{"name", "test_trigger_tool_change"}}), fields);
    listening.read_until("notifications/tools/list_changed");
    with.ask("DELETE", fields);
    CHECK(listening.read_all().status == 200);
}

TEST_CASE("an answer that has been given leaves nothing of its stream in use", "[mcp]")
{
    http::endpoint_settings settings;
    settings.sessions.of_account = 1;
    running_http with(settings);
    const auto fields = open_session(with, "2025-11-25");
    CHECK(with.post(legacy_body("ping"), fields).status == 200);
    auto json_alone = fields;
    json_alone["Accept"] = "application/json";
    CHECK(with.post(legacy_body("ping"), json_alone).status == 406);
    open_session(with, "2025-11-25"); // so that the first one makes room
    CHECK(with.post(legacy_body("ping"), fields).status == 404);
}

TEST_CASE("an account has so many sessions, and the one that rests longest makes room", "[mcp]")
{
    http::endpoint_settings settings;
    settings.sessions.of_account = 2;
    running_http with(settings);
    const auto first = open_session(with, "2025-11-25");
    const auto second = open_session(with, "2025-11-25");
    CHECK(with.post(legacy_body("ping"), first).status == 200);
    const auto third = open_session(with, "2025-11-25");
    open_session(with, "2025-11-25", "b");
    CHECK(with.post(legacy_body("ping"), first).status == 200);
    CHECK(with.post(legacy_body("ping"), second).status == 404);
    CHECK(with.post(legacy_body("ping"), third).status == 200);
}

TEST_CASE("arrays are taken over HTTP where the revision has them", "[mcp]")
{
    running_http with;
    const auto batch = json::array(
        {legacy_body("ping", json::object(), 1), legacy_body("ping", json::object(), 2)});
    const auto answers = with.post(batch, open_session(with, "2025-03-26"));
    CHECK(answers.json().size() == 2);
    CHECK(with.post(batch, open_session(with, "2025-06-18")).status == 400);
}

} // namespace thimble::mcp::test
