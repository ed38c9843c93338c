// Pages of other origins.
#include "tests/catch2.hpp"
#include "tests/service/http_client.hpp"
#include "tests/service/running_service.hpp"

namespace thimble::service::test {

namespace {

constexpr auto page = "https://page.example";

struct with_origin {
    running_service running{{}, std::chrono::seconds(2), [](server_options& options) {
                                options.origins = {page, "http://localhost:3000"};
                            }};
    http_client client{running.port()};
};

} // namespace

TEST_CASE("a page that is named learns what it may send", "[service]")
{
    with_origin with;
    const auto answer =
        with.client.ask("OPTIONS", "/v1/tap",
                        {{"Origin", page},
                         {"Access-Control-Request-Method", "POST"},
                         {"Access-Control-Request-Headers", "x-api-key, content-type"}});
    CHECK(answer.status == 204);
    CHECK(answer.field("access-control-allow-origin") == page);
    CHECK(answer.field("access-control-allow-methods") == answer.field("allow"));
    CHECK(answer.field("access-control-allow-headers").find("X-API-Key") != std::string::npos);
    CHECK(answer.field("access-control-allow-credentials").empty());
}

TEST_CASE("a page that is named may read answers and errors", "[service]")
{
    with_origin with;
    for (const auto* path : {"/v1/phones", "/v1/status", "/nowhere"}) {
        const auto answer = with.client.get(path, {{"Origin", page}});
        CHECK(answer.field("access-control-allow-origin") == page);
        CHECK(answer.field("access-control-expose-headers").find("X-Request-Id") !=
              std::string::npos);
        CHECK(answer.field("vary").find("Origin") != std::string::npos);
    }
}

TEST_CASE("a page that is not named gets no leave, and caches are told why", "[service]")
{
    with_origin with;
    for (const auto* origin : {"https://evil.example", "https://page.example.evil", "null",
                               "http://page.example", "https://page.example:444"}) {
        for (const auto* method : {"GET", "OPTIONS"}) {
            const auto answer =
                with.client.ask(method, "/v1/phones", {{"Origin", origin}, {"X-API-Key", api_key}});
            CHECK(answer.status < 300);
            CHECK(answer.field("access-control-allow-origin").empty());
            CHECK(answer.field("access-control-allow-methods").empty());
            CHECK(answer.field("vary").find("Origin") != std::string::npos);
        }
    }
}

} // namespace thimble::service::test
