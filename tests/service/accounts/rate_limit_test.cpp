#include "service/accounts/rate_limit.hpp"
#include "tests/catch2.hpp"
#include "tests/service/http_client.hpp"
#include "tests/service/running_service.hpp"

namespace thimble::service::test {

using namespace std::chrono_literals;

TEST_CASE("a rate is a number a second, and a burst where there is one", "[service]")
{
    CHECK(parse_rate("20")->per_second == 20);
    CHECK(parse_rate("20")->burst == 40);
    CHECK(parse_rate("5:100")->burst == 100);
    for (const auto* text :
         {"", "0", "-1", "x", "20:", ":20", "20:0", "1.5", "20:30:40", "1000001"})
        CHECK_FALSE(parse_rate(text));
}

TEST_CASE("a burst passes, then one request as time passes", "[service]")
{
    rate_limiter limiter(rate{.per_second = 2, .burst = 3});
    const rate_limiter::clock::time_point start{1h};
    for (int each = 0; each < 3; ++each)
        CHECK_FALSE(limiter.refuse("a", start));
    CHECK(limiter.refuse("a", start) == 500ms);
    CHECK_FALSE(limiter.refuse("b", start)); // another key has a bucket of its own
    CHECK(limiter.refuse("a", start + 400ms) == 100ms);
    CHECK_FALSE(limiter.refuse("a", start + 500ms));
    CHECK(limiter.refuse("a", start + 500ms));
    for (int each = 0; each < 3; ++each)
        CHECK_FALSE(limiter.refuse("a", start + 1h));
    CHECK(limiter.refuse("a", start + 1h));
}

TEST_CASE("a request that was not to count leaves its place to another", "[service]")
{
    rate_limiter limiter(rate{.per_second = 1, .burst = 1});
    const rate_limiter::clock::time_point now{1h};
    for (int each = 0; each < 3; ++each) {
        CHECK_FALSE(limiter.refuse("a", now));
        limiter.give_back("a");
    }
    limiter.give_back("a"); // no more than there was at first
    limiter.give_back("nobody");
    CHECK_FALSE(limiter.refuse("a", now));
    CHECK(limiter.refuse("a", now) == 1s);
}

TEST_CASE("keys that have fallen silent are forgotten", "[service]")
{
    rate_limiter limiter(rate{.per_second = 1, .burst = 1});
    rate_limiter::clock::time_point now{1h};
    for (int each = 0; each < 100'000; ++each, now += 1ms)
        limiter.refuse(std::to_string(each), now);
    CHECK(limiter.remembered() < 20'000);
}

TEST_CASE("what is let in at one node counts at another", "[service]")
{
    rate_limiter here(rate{.per_second = 1, .burst = 3});
    rate_limiter there(rate{.per_second = 1, .burst = 3});
    const rate_limiter::clock::time_point now{1h};
    CHECK_FALSE(here.refuse("a", now)); // before anybody asks
    CHECK(here.take_spent().empty());
    here.count_spent();
    CHECK_FALSE(here.refuse("a", now));
    CHECK_FALSE(here.refuse("a", now));
    CHECK(here.refuse("a", now)); // which costs nothing
    for (const auto& [key, tokens] : here.take_spent())
        there.spend(key, tokens, now);
    CHECK(here.take_spent().empty());
    CHECK_FALSE(here.refuse("c", now));
    here.give_back("c");
    CHECK(here.take_spent().empty());
    CHECK_FALSE(there.refuse("a", now));
    CHECK(there.refuse("a", now) == 1s);
    CHECK_FALSE(there.refuse("b", now));
    there.spend("a", 1'000, now); // it owes no more than it holds
    CHECK(there.refuse("a", now) == 4s);
}

TEST_CASE("a key beyond its rate is told when to come back", "[service]")
{
    running_service running({}, 2s, [](server_options& options) {
        options.rate_limit = rate{.per_second = 0.01, .burst = 2};
    });
    http_client client(running.port());
    const auto began = std::chrono::steady_clock::now();
    CHECK(client.get("/v1/phones").status == 200);
    CHECK(client.get("/v1/phones").status == 200);
    const auto refused = client.get("/v1/phones");
    CHECK(refused.status == 429);
    CHECK(refused.error() == "RATE_LIMITED");
    const std::chrono::seconds wait(std::stoi(refused.field("retry-after")));
    CHECK(wait <= 100s);
    CHECK(wait + (std::chrono::steady_clock::now() - began) >= 100s);
    CHECK(client.get("/healthz").status == 200);
    CHECK(client.ask("GET", "/v1/phones", {}).status == 401);
}

TEST_CASE("without a limit nobody is refused", "[service]")
{
    running_service running;
    http_client client(running.port());
    for (int each = 0; each < 500; ++each)
        REQUIRE(client.get("/v1/phones").status == 200);
}

} // namespace thimble::service::test
