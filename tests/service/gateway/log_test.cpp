#include "service/accounts/account.hpp"
#include "tests/catch2.hpp"
#include "tests/service/http_client.hpp"
#include "tests/service/running_service.hpp"
#include "text/ascii.hpp"

#include <algorithm>

namespace thimble::service::test {

namespace {

constexpr const char* client_trace = "0af7651916cd43dd8448eb211c80319c";
constexpr const char* client_span = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";
constexpr const char* a_tap = R"({"x":310,"y":600})";

} // namespace

TEST_CASE("a request is one line in the log", "[service]")
{
    running_service running;
    const auto id = running.attach(phone("udid-1"));
    http_client client(running.port());
    client.get("/v1/phones/" + id + "/info", {{"X-Request-Id", "my-request"}});
    CHECK(running.logs("request=my-request method=GET route=/v1/phones/{phone_id}/info status=200 "
                       "ms="));
    CHECK(running.logs("phone=" + id + " account=" + local_account().id));
    const auto log = running.logged();
    CHECK(std::count(log.begin(), log.end(), '\n') == 1);
    CHECK_FALSE(log.contains("trace="));
}

TEST_CASE("a request with a trace names it in its line, and in that of its job", "[service]")
{
    running_service running;
    const auto id = running.attach(phone("udid-1"));
    http_client client(running.port());
    const auto tapped = client.post("/v1/tap", a_tap, {{"traceparent", client_span}});
    REQUIRE(tapped.status == 200);
    const auto job_id = tapped.json().at("id").get<std::string>();
    CHECK(running.logs(" account=" + local_account().id + " trace=" + client_trace + "\n"));
    CHECK(running.logs("job=" + job_id + " trace=" + client_trace + " phone=" + id +
                       " action=tap status=completed outcome=done ms="));
    client.get("/v1/phones", {{"TraceParent", client_span}});
    CHECK(running.logs("route=/v1/phones status=200"));
    const auto log = running.logged();
    CHECK(std::count(log.begin(), log.end(), '\n') == 3);
    CHECK(log.substr(log.find("route=/v1/phones ")).contains(client_trace));
}

TEST_CASE("a command follows the trace of its request with a parent of its own", "[service]")
{
    running_service running;
    running.attach(phone("udid-1"));
    http_client client(running.port());
    client.post("/v1/tap", a_tap, {{"traceparent", client_span}});
    client.post("/v1/tap?async=true", a_tap, {{"traceparent", client_span}});
    client.post("/v1/tap", a_tap);
    CHECK(running.until([](const auto& seen) { return seen.received.size() == 3; }));
    const auto sent = running.seen().received;
    REQUIRE(sent.size() == 3);
    REQUIRE(sent[0].trace);
    REQUIRE(sent[1].trace);
    for (const auto& each : {*sent[0].trace, *sent[1].trace}) {
        CHECK(each.trace_id() == client_trace);
        CHECK(each.parent_id() != "b7ad6b7169203331");
        CHECK(each.text().ends_with("-01"));
    }
    CHECK(sent[0].trace->parent_id() != sent[1].trace->parent_id());
    CHECK_FALSE(sent[2].trace);
}

TEST_CASE("a trace that is malformed is none, and nothing of it is in the log", "[service]")
{
    running_service running;
    running.attach(phone("udid-1"));
    http_client client(running.port());
    for (const std::string wrong :
         {"", "planted", "00-planted1916cd43dd8448eb211c80319c-b7ad6b7169203331-01",
          "00-0AF7651916CD43DD8448EB211C80319C-b7ad6b7169203331-01",
          "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01-planted",
          "ff-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01",
          "00-0af7651916cd43dd8448eb211c80319c-0000000000000000-01"})
        CHECK(client.post("/v1/tap", a_tap, {{"traceparent", wrong}}).status == 200);
    const std::string twice = std::string("traceparent: ") + client_span + "\r\n";
    client.send("POST /v1/tap HTTP/1.1\r\nHost: localhost\r\nX-API-Key: " + std::string(api_key) +
                "\r\n" + twice + twice + "Content-Length: 17\r\n\r\n" + a_tap);
    CHECK(client.receive().status == 200);
    const std::string later = "cc" + std::string(client_span).substr(2) + "-planted";
    CHECK(client.post("/v1/tap", a_tap, {{"traceparent", later}}).status == 200);
    REQUIRE(running.logs(std::string("trace=") + client_trace + "\n")); // the last one's
    const auto log = running.logged();
    CHECK_FALSE(log.contains("planted"));
    CHECK_FALSE(to_lower(log.substr(0, log.find("trace="))).contains(client_trace));
    const auto seen = running.seen().received;
    REQUIRE(seen.size() == 9);
    CHECK(std::ranges::count_if(seen, [](const auto& each) { return each.trace.has_value(); }) ==
          1);
    CHECK(seen.back().trace);
}

TEST_CASE("the log holds no key, no query and no body", "[service]")
{
    running_service running;
    running.attach(phone("udid-1"));
    http_client client(running.port());
    client.post("/v1/tap?async=planted-query", R"({"x":1,"y":1})");
    client.post("/v1/home", R"({"text":"planted-body"})");
    client.post("/v1/home", "{\"planted-text");
    client.get("/v1/planted-path");
    client.ask("GET", "/v1/phones", {{"X-API-Key", "planted-key"}});
    client.ask("GET", "/v1/phones", {{"Authorization", "Bearer planted-bearer"}});
    running.direct([](auto& desktop) {
        desktop.script = [](const link::command& what) {
            auto out = failure(what, "ACTION_FAILED", link::outcome::unknown);
            out.failure->message = "planted-message";
            return out;
        };
    });
    client.post("/v1/home");
    CHECK(running.logs("status=502"));
    const auto log = running.logged();
    CHECK(log.find("planted") == std::string::npos);
    CHECK(log.find(api_key) == std::string::npos);
}

} // namespace thimble::service::test
