// The checks come in one order, so that every answer says the first thing that is wrong.
#include "tests/catch2.hpp"
#include "tests/service/http_client.hpp"
#include "tests/service/running_service.hpp"

#include <cctype>

namespace thimble::service::test {

using nlohmann::json;

namespace {

constexpr const char* nobody = "00000000-0000-4000-8000-000000000000";

std::string locked_phone(running_service& running)
{
    auto state = phone("udid-1");
    state.blockers = {
        {.code = "LOCKED", .message = "It is locked.", .remedy = "Unlock it.", .since = {}}};
    return running.attach(state);
}

} // namespace

TEST_CASE("a parameter that a path does not have is ignored, and named", "[service]")
{
    running_service running;
    running.attach(phone("udid-1"));
    http_client client(running.port());
    const auto mistyped = client.post("/v1/home?asnyc=true&other=1");
    CHECK(mistyped.status == 200);
    CHECK(mistyped.json().contains("status"));
    CHECK(mistyped.field("x-ignored-query") == "asnyc, other");
    CHECK(client.post("/v1/home?async=true").field("x-ignored-query").empty());
    CHECK(client.post("/v1/home?%0d%0aa=1").field("x-ignored-query").empty());
}

TEST_CASE("a path that is nearly one names that one", "[service]")
{
    running_service running;
    http_client client(running.port());
    const auto nearest = [&](const std::string& path) {
        const auto answer = client.ask("POST", path, {});
        CHECK(answer.error() == "NOT_FOUND");
        return answer.json().at("context").value("nearest", "");
    };
    CHECK(nearest("/v1/swipe") == "/v1/flick");
    CHECK(nearest("/v1/phones/x/tpa") == "/v1/phones/{phone_id}/tap");
    CHECK(nearest("/v1/sesions") == "/v1/sessions");
    CHECK(nearest("/v1/nothing-like-it").empty());
    CHECK(nearest("/index.htm").empty());
    CHECK(nearest("/v1/" + std::string(10'000, 's')).empty());
}

TEST_CASE("each check comes before the next", "[service]")
{
    running_service running;
    const auto id = locked_phone(running);
    http_client client(running.port());
    const headers key{{"X-API-Key", api_key}};
    const headers text{{"X-API-Key", api_key}, {"Content-Type", "text/plain"}};
    const std::string unknown = std::string("/v1/phones/") + nobody + "/tap";
    const std::string known = "/v1/phones/" + id + "/tap";

    CHECK(client.ask("PUT", "/v1/phones/x/y", {}, "{").error() == "NOT_FOUND");
    CHECK(client.ask("PUT", unknown, {}, "{").error() == "METHOD_NOT_ALLOWED");
    CHECK(client.ask("POST", unknown, {}, "{").error() == "AUTH_REQUIRED");
    CHECK(client.ask("POST", unknown, {{"X-API-Key", "tk_x"}}, "{").error() == "INVALID_API_KEY");
    CHECK(client.ask("POST", unknown, text, "{").error() == "UNSUPPORTED_MEDIA_TYPE");
    CHECK(client.ask("POST", unknown, key, "{").error() == "INVALID_JSON");
    CHECK(client.ask("POST", unknown, key, "{}").error() == "INVALID_ARGUMENT");
    CHECK(client.ask("POST", unknown, key, R"({"x":9999,"y":1})").error() == "PHONE_NOT_FOUND");
    CHECK(client.ask("POST", known, key, R"({"x":9999,"y":1})").error() == "INVALID_ARGUMENT");
    CHECK(client.ask("POST", known, key, R"({"x":1,"y":1})").error() == "PHONE_NOT_READY");
    CHECK(running.seen().received.empty());
}

TEST_CASE("async mode answers every check by HTTP, too", "[service]")
{
    running_service running;
    const auto id = locked_phone(running);
    http_client client(running.port());
    const std::string path = "/v1/phones/" + id + "/tap?async=true";
    CHECK(client.post(path, R"({"x":9999,"y":1})").status == 422);
    CHECK(client.post(path, R"({"x":1,"y":1})").status == 409);
    CHECK(client.post("/v1/phones/" + id + "/tap?async=maybe", R"({"x":1,"y":1})").status == 422);
    CHECK(client.post("/v1/phones/" + id + "/tap?async=1&async=0", R"({"x":1,"y":1})").status ==
          422);
}

TEST_CASE("a key comes as a header or as a bearer, and the header wins", "[service]")
{
    running_service running;
    http_client client(running.port());
    const std::string bearer = std::string("Bearer ") + api_key;
    const auto status = [&](const headers& fields) {
        return client.ask("GET", "/v1/phones", fields).status;
    };
    CHECK(status({{"X-API-Key", api_key}}) == 200);
    CHECK(status({{"Authorization", bearer}}) == 200);
    CHECK(status({{"authorization", "bearer " + std::string(api_key)}}) == 200);
    CHECK(status({{"X-API-Key", api_key}, {"Authorization", "Bearer no"}}) == 200);
    CHECK(status({{"X-API-Key", "no"}, {"Authorization", bearer}}) == 401);
    CHECK(status({{"Authorization", "Basic " + std::string(api_key)}}) == 401);
    CHECK(status({{"Authorization", api_key}}) == 401);
    const auto refused = client.ask("GET", "/v1/phones", {});
    CHECK(refused.error() == "AUTH_REQUIRED");
    CHECK(refused.json().at("context") == json::object());
    CHECK(refused.field("www-authenticate") == "Bearer");
}

TEST_CASE("a stranger does not learn whether an id exists", "[service]")
{
    running_service running;
    const auto id = running.attach(phone("udid-1"));
    http_client client(running.port());
    const auto known = client.ask("GET", "/v1/phones/" + id + "/info", {});
    const auto unknown = client.ask("GET", std::string("/v1/phones/") + nobody + "/info", {});
    CHECK(known.status == 401);
    CHECK(known.body == unknown.body);
    CHECK(known.field("x-phone-id").empty());
}

TEST_CASE("an unknown phone is named in the error", "[service]")
{
    running_service running;
    http_client client(running.port());
    for (const std::string id : {nobody, "x", "%C3%A9"}) {
        const auto answer = client.get("/v1/phones/" + id + "/info");
        CHECK(answer.status == 404);
        CHECK(answer.error() == "PHONE_NOT_FOUND");
    }
    CHECK(client.get(std::string("/v1/phones/") + nobody + "/info").json().at("context") ==
          json{{"phone_id", nobody}});
}

TEST_CASE("an id is found in either case", "[service]")
{
    running_service running;
    auto id = running.attach(phone("udid-1"));
    http_client client(running.port());
    for (auto& letter : id)
        letter = static_cast<char>(std::toupper(letter));
    CHECK(client.get("/v1/phones/" + id + "/info").status == 200);
}

TEST_CASE("paths that are not served are not found", "[service]")
{
    running_service running;
    http_client client(running.port());
    for (const auto* path :
         {"/v1", "/v1/", "/v2/phones", "/v1/phones/", "//v1/phones", "/V1/phones", "/v1/macs",
          "/v1/tap-with-delays", "/v1/stream/start", "/v1/sessions/"}) {
        CAPTURE(path);
        const auto answer = client.get(path);
        CHECK(answer.status == 404);
        CHECK(answer.error() == "NOT_FOUND");
    }
}

TEST_CASE("a wrong method is told the right ones", "[service]")
{
    running_service running;
    http_client client(running.port());
    const auto answer = client.ask("DELETE", "/v1/phones", {});
    CHECK(answer.status == 405);
    CHECK(answer.field("allow") == "GET, HEAD, OPTIONS");
    CHECK(client.ask("BREW", "/v1/tap", {}).field("allow") == "OPTIONS, POST");

    const auto options = client.ask("OPTIONS", "/v1/phones/x/settings", {});
    CHECK(options.status == 204);
    CHECK(options.field("allow") == "GET, HEAD, OPTIONS, PATCH");
    CHECK(options.field("access-control-allow-origin").empty());
}

} // namespace thimble::service::test
