#include "service/accounts/account.hpp"
#include "tests/catch2.hpp"
#include "tests/service/http_client.hpp"
#include "tests/service/running_service.hpp"

#include <algorithm>

namespace thimble::service::test {

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
