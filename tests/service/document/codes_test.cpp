// Every code of the contract is met over a socket, with its status.
#include "contract/error_codes.hpp"
#include "tests/catch2.hpp"
#include "tests/service/document/walked_service.hpp"

#include <set>

namespace thimble::service::test {

using nlohmann::json;

namespace {

/// Codes that were answered so far.
class codes_met {
public:
    /// Everything valid, in one state of the phones.
    void walk(world state)
    {
        walked_service on(state);
        for (const auto& each : on.contract().operations())
            take(on.ask(valid_request(each, on.ids())));
    }

    /// One operation with everything wrong.
    void spoil(const std::string& path)
    {
        walked_service on(world::ready);
        for (const auto& each : on.contract().operations())
            if (each.path == path)
                for (const auto& what : spoilt_requests(each, on.ids()))
                    take(on.ask(what));
    }

    void take(const reply& answer)
    {
        if (answer.status < 400)
            return;
        const auto code = answer.error();
        const auto* const known = find_error_code(code);
        REQUIRE(known != nullptr);
        CHECK(answer.status == known->status);
        CHECK(answer.json().at("context").is_object());
        CHECK(answer.json().at("message").get<std::string>().size() > 10);
        CHECK((answer.status != 401 || answer.field("www-authenticate") == "Bearer"));
        const bool may_be_over_soon = answer.status == 503 && code != "MODEL_NOT_CONFIGURED";
        CHECK((!may_be_over_soon || !answer.field("retry-after").empty()));
        met_.insert(code);
    }

    bool has(std::string_view code) const { return met_.contains(code); }

private:
    std::set<std::string, std::less<>> met_;
};

/// Answers of a desktop.
void take_failures_of_desktop(codes_met& met)
{
    walked_service on(world::ready);
    for (const auto* code :
         {"ACTION_FAILED", "STALE_FRAME", "TIMEOUT", "CANCELLED", "ELEMENT_NOT_FOUND",
          "APP_NOT_FOUND", "SHORTCUT_NOT_FOUND", "SCREENSHOT_FAILED", "INTERNAL_ERROR"}) {
        on.fail_with(code);
        met.take(on.ask({.says = code,
                         .method = "POST",
                         .target = "/v1/home",
                         .fields = {{"X-API-Key", api_key}},
                         .body = ""}));
    }
}

/// A session that takes no more orders.
void take_end_of_session(codes_met& met)
{
    walked_service on(world::lent);
    const request_variant stop{.says = "stopped",
                               .method = "POST",
                               .target = "/v1/sessions/" + on.ids().at("session_id") + "/stop",
                               .fields = {{"X-API-Key", api_key}},
                               .body = ""};
    met.take(on.ask(stop));
    met.take(on.ask(stop));
}

/// A job that took no picture, and a job, a key and a secret that there are not.
void take_what_is_missing(codes_met& met)
{
    running_service running;
    running.attach(phone("udid-1"));
    http_client client(running.port());
    const auto job = client.post("/v1/home").json().at("id").get<std::string>();
    met.take(client.get("/v1/jobs/" + job + "/download"));
    met.take(client.get("/v1/jobs/nobody"));
    met.take(client.ask("DELETE", "/v1/keys/nobody", {{"X-API-Key", api_key}}));
    met.take(client.ask("DELETE", "/v1/secrets/nobody", {{"X-API-Key", api_key}}));
}

/// Phones that others have leased, that are in use, and that there are not.
void take_failures_of_choice(codes_met& met)
{
    running_service running;
    running.attach(phone("udid-1"));
    http_client client(running.port());
    met.take(client.post("/v1/home?phone=labels=nobodys"));
    const std::string key = client.post("/v1/keys", R"({"name":"ci"})").json().at("key");
    client.ask("POST", "/v1/lease", {{"X-API-Key", key}}, "{}");
    met.take(client.post("/v1/home"));
    met.take(client.post("/v1/home?phone=any&wait_s=0"));
}

/// A desktop that is not let in, and one that is and speaks plain HTTP.
void take_failures_of_link(codes_met& met)
{
    running_service running;
    http_client client(running.port());
    const auto bearer = [](const std::string& token) {
        return headers{{"Authorization", "Bearer " + token}};
    };
    met.take(client.ask("GET", "/v1/link", bearer("td_nobodys")));
    const auto begun = client.post("/v1/enrolments", R"({"name":"Desk"})").json();
    client.post("/v1/desktops/approve", json{{"code", begun.at("code")}}.dump());
    const auto told = client
                          .ask("GET", "/v1/enrolments/" + begun.at("id").get<std::string>(),
                               bearer(begun.at("poll_token")))
                          .json();
    met.take(client.ask("GET", "/v1/link", bearer(told.at("token"))));
}

/// Codes that have to do with HTTP more than with any operation.
void take_failures_of_http(codes_met& met)
{
    running_service running;
    const auto answer_to = [](const std::string& bytes, const running_service& by) {
        http_client client(by.port());
        client.send(bytes);
        return client.receive();
    };
    met.take(answer_to("GET /%zz HTTP/1.1\r\nHost: x\r\n\r\n", running));
    met.take(answer_to("GET /nothing HTTP/1.1\r\nHost: x\r\n\r\n", running));
    met.take(answer_to("BREW /docs HTTP/1.1\r\nHost: x\r\n\r\n", running));
    met.take(answer_to("GET / HTTP/1.1\r\nHost: x\r\nA: " + std::string(20'000, 'a'), running));
    limits quick; // for nothing that comes to its end
    quick.http.request_time = std::chrono::milliseconds(50);
    const running_service impatient(quick);
    met.take(answer_to("GET / HT", impatient));
}

} // namespace

TEST_CASE("every code of the contract is met with its status", "[service][contract]")
{
    codes_met met;
    for (const auto state :
         {world::ready, world::empty, world::locked, world::incapable, world::unplugged,
          world::desktop_away, world::undecided, world::crowded, world::lent})
        met.walk(state);
    met.spoil("/v1/tap");
    take_failures_of_desktop(met);
    take_failures_of_http(met);
    take_failures_of_link(met);
    take_what_is_missing(met);
    take_failures_of_choice(met);
    take_end_of_session(met);
    // These have tests of their own: of limited keys, of an account, of browsers, of names, of
    // repeats, of jobs alone, of files, of nodes, of a store on a server.
    const std::set<std::string_view> elsewhere{
        "RATE_LIMITED",       "SUBSCRIPTION_REQUIRED", "FOREIGN_ORIGIN",
        "INVALID_CSRF_TOKEN", "IDEMPOTENCY_MISMATCH",  "JOB_LOST",
        "FORBIDDEN",          "PHONE_AMBIGUOUS",       "UNKNOWN_HOST",
        "STORAGE_FULL",       "NODE_CUT_OFF",          "RANGE_NOT_SATISFIABLE",
        "STORE_UNAVAILABLE"};
    for (const auto& each : error_codes()) {
        INFO(each.name);
        CHECK(met.has(each.name) != elsewhere.contains(each.name));
    }
}

} // namespace thimble::service::test
