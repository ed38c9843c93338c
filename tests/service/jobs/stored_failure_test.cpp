// Failures as the database keeps them.
#include "service/jobs/stored_failure.hpp"
#include "tests/catch2.hpp"
#include "tests/service/lasting_state.hpp"

namespace thimble::service::test {

using nlohmann::json;

namespace {

const json planted_context = json::parse(R"({
    "reason": "no_match", "selector": "planted-selector",
    "candidates": [{"label": "planted-label", "type": "Button"}],
    "alert": {"text": "planted-alert", "buttons": ["OK"]},
    "steps": [{"action": "read-clipboard", "outcome": "done", "result": {"text": "planted-text"}},
              {"action": "tap-select",
               "error": {"error": "ELEMENT_NOT_FOUND", "context": {"selector": "planted-again"}}}]
})");

const json stored_context = json::parse(R"({
    "reason": "no_match",
    "steps": [{"action": "read-clipboard", "outcome": "done"},
              {"action": "tap-select", "error": {"error": "ELEMENT_NOT_FOUND", "context": {}}}]
})");

link::result not_found(const link::command& what)
{
    auto out = failure(what, "ELEMENT_NOT_FOUND", link::outcome::not_sent);
    out.failure->context = planted_context;
    return out;
}

/// Failure as a job's result tells it.
json context_of(json result)
{
    result.at("context").erase("outcome");
    return result.at("context");
}

const headers with_one_key{{"Idempotency-Key", "order-17"}};

} // namespace

TEST_CASE("what passes with the screen is no part of a stored failure", "[service]")
{
    const link::failure said{
        .code = "ELEMENT_NOT_FOUND", .message = "None.", .context = planted_context};
    CHECK(stored_failure(said).context == stored_context);
    CHECK(stored_failure(said).code == said.code);
    CHECK_FALSE(is_stored_wholly(said));
    CHECK(is_stored_wholly(stored_failure(said)));
}

TEST_CASE("nearest elements are told and never written down", "[service]")
{
    lasting_state state;
    const auto running = state.start();
    running->attach(phone("udid-1"));
    running->direct([](auto& desktop) { desktop.script = not_found; });
    http_client client(running->port());
    const auto first = client.post("/v1/home", "", with_one_key);
    const auto job = first.json().at("context").at("job");
    CHECK(context_of(job.at("result")) == planted_context);
    CHECK(client.post("/v1/home", "", with_one_key).body == first.body);
    CHECK(client.get("/v1/jobs/" + job.at("id").get<std::string>()).json() == job);
    CHECK(client.get("/v1/jobs").json().at("jobs").size() == 1); // it has been written by now
    CHECK_FALSE(state.content().contains("planted"));
}

TEST_CASE("after a restart a failure is told without them", "[service][store]")
{
    lasting_state state;
    json before;
    {
        const auto running = state.start();
        running->attach(phone("udid-1"));
        running->direct([](auto& desktop) { desktop.script = not_found; });
        before = http_client(running->port()).post("/v1/home", "", with_one_key).json();
    }
    CHECK_FALSE(state.content().contains("planted"));
    const auto running = state.start();
    http_client client(running->port());
    const auto id = before.at("context").at("job").at("id");
    const auto kept = client.get("/v1/jobs/" + id.get<std::string>()).json().at("result");
    CHECK(kept.at("error") == "ELEMENT_NOT_FOUND");
    CHECK(kept.at("message") == before.at("message"));
    CHECK(context_of(kept) == stored_context);
    const auto again = client.post("/v1/home", "", with_one_key);
    CHECK(again.status == 404);
    CHECK(again.json().at("context").at("job").at("id") == id);
    CHECK(running->seen().received.empty());
}

} // namespace thimble::service::test
