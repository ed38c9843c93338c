// Failures, retries, prices and addresses.
#include "models/model_address.hpp"
#include "models/price_table.hpp"
#include "models/provider.hpp"
#include "models/retry.hpp"
#include "tests/catch2.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace thimble::service::models::test {

using namespace std::chrono_literals;
using std::chrono::milliseconds;

TEST_CASE("what a provider answers is told apart", "[models]")
{
    struct row {
        unsigned status;
        std::string type;
        std::string message;
        failure_kind kind;
    };
    const std::vector<row> rows{
        {401, "authentication_error", "invalid x-api-key", failure_kind::refused_key},
        {403, "", "", failure_kind::refused_key},
        {402, "billing_error", "", failure_kind::no_credit},
        {400, "invalid_request_error", "Your credit balance is too low", failure_kind::no_credit},
        {429, "insufficient_quota", "", failure_kind::no_credit},
        {404, "not_found_error", "model: x", failure_kind::no_such_model},
        {400, "invalid_request_error", "prompt is too long: 9 > 8", failure_kind::too_long},
        {400, "context_length_exceeded", "", failure_kind::too_long},
        {413, "", "", failure_kind::too_long},
        {400, "invalid_request_error", "max_tokens: required", failure_kind::bad_request},
        {422, "", "", failure_kind::bad_request},
        {301, "", "", failure_kind::bad_request},
        {429, "rate_limit_error", "", failure_kind::rate_limited},
        {429, "", "", failure_kind::rate_limited},
        {529, "overloaded_error", "", failure_kind::overloaded},
        {503, "", "", failure_kind::overloaded},
        {500, "api_error", "", failure_kind::unavailable},
        {502, "", "", failure_kind::unavailable}};
    for (const auto& [status, type, message, kind] : rows) {
        INFO(status << " " << type << " " << message);
        CHECK(failure_of(status, {.type = type, .message = message}).kind == kind);
    }
}

TEST_CASE("an error's record is read in every form that is in use", "[models]")
{
    using nlohmann::json;
    const auto read = [](const char* text) { return read_provider_error(json::parse(text)); };
    CHECK(read(R"({"type":"error","error":{"type":"api_error","message":"m"}})").type ==
          "api_error");
    CHECK(read(R"({"error":{"type":"x","code":"model_not_found","message":"m"}})").type ==
          "model_not_found");
    CHECK(read(R"({"error":{"type":"x","code":429,"message":"m"}})").type == "x");
    CHECK(read(R"({"error":"m"})").message == "m");
    CHECK(read(R"({"detail":"m"})").message == "m");
    CHECK(read(R"([1])").message.empty());
    CHECK(read(R"({"error":null})").message.empty());
}

TEST_CASE("what a provider says is one clean line, and never the key", "[models]")
{
    CHECK(cleaned("a\nb\x1B[1mc") == "a b [1mc");
    CHECK(cleaned("Größe") == "Größe");
    CHECK(cleaned("\xFFx") == "?x");
    CHECK(cleaned(std::string(299, 'x') + "ß") == std::string(299, 'x'));
    std::string message = "key sk-1 and sk-1";
    hide_key(message, "sk-1");
    CHECK(message == "key … and …");
    hide_key(message, "");
    std::string cut = "It says: your key sk-12345";
    hide_key(cut, "sk-1234567");
    CHECK(cut == "It says: your key …");
    const auto refused = failure_of(401, {.type = {}, .message = "Incorrect key: sk-1***9"});
    CHECK_FALSE(refused.message.contains("sk-1"));
}

TEST_CASE("what may pass is tried again, as long as there is time", "[models]")
{
    const retry_policy policy{.tries = 3, .first_wait = 1s, .longest_wait = 3s};
    const auto wait = [&](failure_kind kind, unsigned failed, milliseconds left = 1h) {
        return wait_before_retry(policy, {.kind = kind}, failed, left, 0.5);
    };
    using enum failure_kind;
    for (const auto kind : {rate_limited, overloaded, unavailable, network, timed_out})
        CHECK(wait(kind, 1) == 750ms);
    for (const auto kind :
         {refused_key, no_credit, no_such_model, bad_request, too_long, malformed})
        CHECK_FALSE(wait(kind, 1));
    CHECK(wait(network, 2) == 1500ms);
    CHECK_FALSE(wait(network, 3));
    CHECK_FALSE(wait(network, 1, 750ms));
    CHECK(wait(network, 1, 751ms));
    CHECK_FALSE(wait_before_retry(policy, {.kind = network, .told = true}, 1, 1h, 0.5));
}

TEST_CASE("waits grow, spread, and have a longest", "[models]")
{
    const retry_policy policy{.tries = 100, .first_wait = 1s, .longest_wait = 3s};
    const model_failure broken{.kind = failure_kind::network};
    for (unsigned failed = 1; failed < 100; ++failed) {
        const auto least = wait_before_retry(policy, broken, failed, 1h, 0.0);
        const auto most = wait_before_retry(policy, broken, failed, 1h, 1.0);
        CHECK(least == std::min<milliseconds>(500ms * (1L << std::min(failed - 1, 10U)), 1500ms));
        CHECK(most == *least * 2);
    }
}

TEST_CASE("a provider that says when is asked then and not before", "[models]")
{
    const retry_policy policy{.first_wait = 1s};
    const model_failure limited{.kind = failure_kind::rate_limited, .retry_after = 40s};
    CHECK(wait_before_retry(policy, limited, 1, 1h, 0.0) == 40'500ms);
    CHECK_FALSE(wait_before_retry(policy, limited, 1, 40s, 0.0));
    CHECK(parse_retry_after("7") == 7s);
    CHECK(parse_retry_after("9999999") == 24h);
    for (const auto* text : {"", "-1", "7s", "99999999999", "Wed, 21 Oct 2026 07:28:00 GMT"})
        CHECK_FALSE(parse_retry_after(text));
}

TEST_CASE("prices are read and the longest beginning counts", "[models]")
{
    const auto table = parse_prices("a=1/2, a-b = 3/15/0.3/3.75 ,x=y=0.000001/1000,*=0/0");
    REQUIRE(table);
    CHECK(*table->find("a-c") == price{1'000'000, 2'000'000, 1'000'000, 1'000'000});
    CHECK(*table->find("a-b-2") == price{3'000'000, 15'000'000, 300'000, 3'750'000});
    CHECK(table->find("x=y")->input == 1);
    CHECK(table->of("other", {.input = 1'000'000}).known);
    for (const auto* text : {"a", "a=", "a=1", "a=1/2/3", "a=1/2/3/4/5", "=1/2", "a=-1/2", "a=1./2",
                             "a=.5/2", "a=1e3/2", "a=0.0000001/2", "a=1001/2", "a=1/2,,b=1/2"}) {
        INFO(text);
        CHECK_FALSE(parse_prices(text));
    }
}

TEST_CASE("a cost is exact, and an unknown model has none", "[models]")
{
    const auto table = parse_prices("a=3/15/0.3/3.75");
    REQUIRE(table);
    const token_usage used{
        .input = 1'000, .cache_read = 10'000, .cache_written = 2'000, .output = 500, .told = true};
    const auto sum = table->of("a-1", used);
    CHECK(sum.known);
    CHECK(sum.micro_dollars == 3'000 + 3'000 + 7'500 + 7'500);
    CHECK(table->of("a", {.input = 1}).micro_dollars == 3);
    CHECK(table->of("a", {.cache_read = 1}).micro_dollars == 0); // 0.3, to the nearest
    CHECK(table->of("a", {.cache_read = 2}).micro_dollars == 1);
    CHECK_FALSE(table->of("b", used).known);
    CHECK_FALSE(table->of("a", {}).known); // nobody has said how many tokens there were
    CHECK(table->of("b", used).micro_dollars == 0);
    const auto dear = parse_prices("a=1000/1000");
    constexpr std::int64_t most = 1'000'000'000;
    CHECK(dear->of("a", {most, most, most, most, true}).micro_dollars == 4 * most * 1'000);
}

TEST_CASE("a model's address has a path, and http is for this machine alone", "[models]")
{
    const auto address = parse_model_address("https://Models.example:8443/api/v1/");
    REQUIRE(address);
    CHECK(address->url() == "https://models.example:8443/api/v1");
    CHECK(address->path == "/api/v1");
    CHECK(parse_model_address("http://localhost:11434/v1")->server.loopback);
    CHECK(parse_model_address("http://[::1]:8080")->path.empty());
    for (const auto* text : {"", "models.example", "ftp://models.example", "http://models.example",
                             "https://ada:secret@models.example", "https://models.example?secret=1",
                             "https://models.example/#secret", "https://models.example:0/"}) {
        INFO(text);
        const auto wrong = parse_model_address(text);
        REQUIRE_FALSE(wrong);
        CHECK_FALSE(wrong.error().contains("secret"));
    }
    CHECK(usual_address(provider_kind::anthropic).url() == "https://api.anthropic.com");
    CHECK(usual_address(provider_kind::openai).url() == "https://api.openai.com/v1");
}

} // namespace thimble::service::models::test
