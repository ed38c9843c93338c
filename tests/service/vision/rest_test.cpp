// A selector over REST that only a model can follow: one job, whatever it took.
#include "tests/catch2.hpp"
#include "tests/e2e/eventually.hpp"
#include "tests/models/scripted_provider.hpp"
#include "tests/service/http_client.hpp"
#include "tests/service/running_service.hpp"

namespace thimble::service::test {

using nlohmann::json;

namespace {

/// Elements are not found, pictures have no pixels, touches succeed.
link::result play(const link::command& what)
{
    if (std::holds_alternative<link::touch_element>(what.what)) {
        auto out = failure(what, "ELEMENT_NOT_FOUND", link::outcome::not_sent);
        out.failure->context = {{"reason", "no_match"}, {"candidates", json::array()}};
        return out;
    }
    return std::holds_alternative<link::screenshot>(what.what) ? picture(what, "\x89PNG")
                                                               : success(what);
}

struct with_vision_fallback {
    explicit with_vision_fallback(const std::string& script)
        : provider(script), running({}, std::chrono::seconds(2), [this](server_options& given) {
              given.model = provider.as(models::provider_kind::anthropic);
              given.model->prices = models::parse_prices("*=100/500").value();
          })
    {
        auto able = phone("udid-1");
        able.capabilities.emplace_back("tap-select");
        id = running.attach(able);
        running.direct([](auto& desktop) { desktop.script = play; });
    }

    reply tap(const std::string& query = {})
    {
        return client.post("/v1/phones/" + id + "/tap/select" + query,
                           R"({"selector": "the sun"})");
    }

    models::test::scripted_provider provider;
    running_service running;
    std::string id;
    http_client client{running.port()};
};

/// A model that sees the sun at (100, 200).
std::string sees_it(int after_ms = 0)
{
    const json box{{"found", true}, {"x", 100},       {"y", 200},          {"width", 60},
                   {"height", 40},  {"label", "Sun"}, {"confidence", 0.93}};
    return json{{"turns", json::array({{{"text", box.dump()}, {"delay_ms", after_ms}}})}}.dump();
}

} // namespace

TEST_CASE("a touch that a model had to find is one job", "[vision]")
{
    with_vision_fallback on(sees_it());
    const auto answer = on.tap();
    INFO(answer.body);
    REQUIRE(answer.status == 200);
    const auto job = answer.json();
    CHECK(job.at("result").at("element").at("source") == "vision");
    const auto kept = on.client.get("/v1/jobs/" + job.at("id").get<std::string>()).json();
    CHECK(kept.at("status") == "completed");
    CHECK(kept.at("result") == job.at("result"));
    CHECK(on.client.get("/v1/jobs").json().at("jobs").size() == 1);
    const auto seen = on.running.seen();
    REQUIRE(seen.received.size() == 3);
    CHECK(json(seen.received[0].job_id) == job.at("id"));
    CHECK(seen.received[2].what == link::action(link::tap{.x = 130, .y = 220}));
}

TEST_CASE("what nobody finds is not found, at once or later", "[vision]")
{
    with_vision_fallback on(R"({"conversations": [{"repeat_last": true,
        "turns": [{"text": "{\"found\": false}"}]}]})");
    const auto answer = on.tap();
    CHECK(answer.status == 404);
    CHECK(answer.json().at("error") == "ELEMENT_NOT_FOUND");
    CHECK(answer.json().at("context").at("outcome") == "not_sent");
    const auto id = on.tap("?async=true").json().at("job_id").get<std::string>();
    CHECK(e2e::eventually(std::chrono::seconds(10), [&] {
        return on.client.get("/v1/jobs/" + id).json().at("status") == "failed";
    }));
    CHECK(on.running.seen().received.size() == 4); // the selector and a picture, twice
}

TEST_CASE("what a model was asked for an element is on the bill of the month", "[vision]")
{
    with_vision_fallback on(R"({"conversations": [{"repeat_last": true,
        "turns": [{"text": "{\"found\": false}"}]}]})");
    CHECK(on.client.get("/v1/usage").json().at("model_cost_usd") == 0.0);
    for (int each = 0; each < 3; ++each)
        CHECK(on.tap().status == 404);
    CHECK(e2e::eventually(std::chrono::seconds(10), [&] {
        return on.client.get("/v1/usage").json().at("model_cost_usd") == 0.06;
    }));
}

TEST_CASE("a touch that a model had to find is not made after a later one", "[vision]")
{
    with_vision_fallback on(sees_it(2'000));
    const auto id = on.tap("?async=true").json().at("job_id").get<std::string>();
    REQUIRE(e2e::eventually(std::chrono::seconds(10),
                            [&] { return on.provider.requests().size() == 1; }));
    CHECK(on.client.post("/v1/home", "{}").status == 200);
    const auto ended = [&] { return on.client.get("/v1/jobs/" + id).json(); };
    REQUIRE(e2e::eventually(std::chrono::seconds(10),
                            [&] { return ended().at("status") == "failed"; }));
    CHECK(ended().at("result").at("error") == "ELEMENT_NOT_FOUND");
    const auto received = on.running.seen().received;
    CHECK(received.size() == 3); // the selector, a picture, and the button
    CHECK(received.back().what == link::action(link::home{}));
}

} // namespace thimble::service::test
