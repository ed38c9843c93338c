// Requests that carry an Idempotency-Key.
#include "service/jobs/idempotency_rows.hpp"
#include "tests/catch2.hpp"
#include "tests/e2e/eventually.hpp"
#include "tests/service/lasting_state.hpp"
#include "tests/store/store_in.hpp"

#include <future>

namespace thimble::service::test {

using nlohmann::json;

namespace {

const headers with_order_key{{"Idempotency-Key", "order-17"}};

} // namespace

TEST_CASE("a repetition gets the first answer and does not reach the phone", "[service][store]")
{
    lasting_state state;
    reply first;
    {
        const auto running = state.start();
        running->attach(phone("udid-1"));
        http_client client(running->port());
        first = client.post("/v1/home", "", with_order_key);
        CHECK(first.status == 200);
        const auto again = client.post("/v1/home", "{}", with_order_key);
        CHECK(again.status == 200);
        CHECK(again.body == first.body);
        CHECK(again.field("x-phone-id") == first.field("x-phone-id"));
        CHECK(running->seen().received.size() == 1);
    }
    const auto running = state.start(); // and no phone is there
    http_client client(running->port());
    const auto later = client.post("/v1/home", " ", with_order_key);
    CHECK(later.status == 200);
    CHECK(later.body == first.body);
    CHECK(running->seen().received.empty());
    CHECK(client.post("/v1/home", "", {{"Idempotency-Key", "another"}}).error() ==
          "NO_PHONES_CONNECTED");
}

TEST_CASE("a failure is an answer like any other", "[service][store]")
{
    running_service running;
    running.attach(phone("udid-1"));
    running.direct([](auto& desktop) {
        desktop.script = [](const link::command& what) {
            return failure(what, "ACTION_FAILED", link::outcome::unknown);
        };
    });
    http_client client(running.port());
    const auto first = client.post("/v1/home", "", with_order_key);
    CHECK(first.error() == "ACTION_FAILED");
    CHECK(client.post("/v1/home", "", with_order_key).body == first.body);
    CHECK(running.seen().received.size() == 1);
}

TEST_CASE("the same key with another body is refused, on another path it is another key",
          "[service][store]")
{
    running_service running;
    running.attach(phone("udid-1"));
    http_client client(running.port());
    CHECK(client.post("/v1/tap", R"({"x": 1, "y": 2})", with_order_key).status == 200);
    const auto other = client.post("/v1/tap", R"({"x": 1, "y": 3})", with_order_key);
    CHECK(other.status == 409);
    CHECK(other.error() == "IDEMPOTENCY_MISMATCH");
    CHECK(client.post("/v1/home", "", with_order_key).status == 200);
    CHECK(running.seen().received.size() == 2);
}

TEST_CASE("a request that was refused before the queue is not remembered", "[service][store]")
{
    running_service running;
    http_client client(running.port());
    CHECK(client.post("/v1/home", "", with_order_key).error() == "NO_PHONES_CONNECTED");
    running.attach(phone("udid-1"));
    CHECK(client.post("/v1/home", "", with_order_key).status == 200);
    CHECK(running.seen().received.size() == 1);
}

TEST_CASE("a repetition that comes meanwhile waits for the first answer", "[service][store]")
{
    running_service running;
    running.attach(phone("udid-1"));
    running.direct([](auto& desktop) { desktop.hold(); });
    http_client client(running.port());
    client.send("POST /v1/home HTTP/1.1\r\nHost: x\r\nX-API-Key: tk_of_the_tests\r\n"
                "Idempotency-Key: order-17\r\n\r\n");
    REQUIRE(running.until([](const auto& seen) { return seen.started_jobs.size() == 1; }));
    auto second = std::async(std::launch::async, [&] {
        return http_client(running.port()).post("/v1/home", "", with_order_key);
    });
    // A request behind it on the same thread: the second one has been taken by then.
    CHECK(http_client(running.port()).get("/v1/phones").status == 200);
    running.direct([](auto& desktop) { desktop.release(); });
    const auto first = client.receive();
    CHECK(second.get().body == first.body);
    CHECK(running.seen().received.size() == 1);
}

TEST_CASE("an async request is answered with the same job again", "[service][store]")
{
    running_service running;
    running.attach(phone("udid-1"));
    http_client client(running.port());
    const auto first = client.post("/v1/home?async=true", "", with_order_key).json().at("job_id");
    CHECK(client.post("/v1/home?async=true", "", with_order_key).json().at("job_id") == first);
    CHECK(running.seen().received.size() == 1);
}

TEST_CASE("a key can be used again after a read of its job has failed", "[service][store]")
{
    limits no_memory;
    no_memory.jobs.recent_jobs = 0; // jobs that have ended are read from the store
    running_service running(no_memory);
    running.attach(phone("udid-1"));
    http_client client(running.port());
    const auto first = client.post("/v1/home?async=true", "", with_order_key).json();
    const auto path = "/v1/jobs/" + first.at("job_id").get<std::string>();
    CHECK(ended_job(client, path).at("status") == "completed");
    auto intruder = store::database_file::open(store::test::store_in(running.state_dir())).value();
    REQUIRE(intruder.run([](store::transaction& on) {
        on.execute("UPDATE idempotent_requests SET answer = NULL");
        on.execute("ALTER TABLE jobs RENAME TO away");
    }));
    CHECK(client.post("/v1/home?async=true", "", with_order_key).error() == "INTERNAL_ERROR");
    REQUIRE(intruder.run(
        [](store::transaction& on) { on.execute("ALTER TABLE away RENAME TO jobs"); }));
    const auto again = client.post("/v1/home?async=true", "", with_order_key);
    CHECK(again.status == 200);
    CHECK(again.json() == first);
    CHECK(running.seen().received.size() == 1);
}

TEST_CASE("an account keeps the newest of the keys that it has used", "[service][store]")
{
    limits few;
    few.jobs.idempotent_requests = 2;
    few.upkeep_interval = std::chrono::seconds(1);
    few.desktop_return = std::chrono::seconds(1); // the upkeep begins then
    running_service running(few);
    running.attach(phone("udid-1"));
    http_client client(running.port());
    for (const auto* key : {"first", "second", "third", "fourth"})
        CHECK(client.post("/v1/home", "", {{"Idempotency-Key", key}}).status == 200);
    auto reader = store::database_file::open(store::test::store_in(running.state_dir())).value();
    CHECK(e2e::eventually(std::chrono::seconds(20), [&] {
        const auto kept = reader.run(store::idempotent_requests_of_accounts);
        return kept && kept->size() == 1 && kept->begin()->second == 2;
    }));
    CHECK(client.post("/v1/home", "", {{"Idempotency-Key", "fourth"}}).status == 200);
    CHECK(running.seen().received.size() == 4);
}

TEST_CASE("a key has to be one", "[service][store]")
{
    running_service running;
    running.attach(phone("udid-1"));
    http_client client(running.port());
    for (const auto& key : {std::string(), std::string(129, 'k'), std::string("caf\xC3\xA9")})
        CHECK(client.post("/v1/home", "", {{"Idempotency-Key", key}}).error() ==
              "INVALID_ARGUMENT");
    const headers two{{"Idempotency-Key", "one"}, {"idempotency-key", "other"}};
    CHECK(client.post("/v1/home", "", two).error() == "INVALID_ARGUMENT");
    CHECK(client.post("/v1/home", "", {{"Idempotency-Key", std::string(128, 'k')}}).status == 200);
    CHECK(running.seen().received.size() == 1);
}

TEST_CASE("neither key nor body of a request is written down", "[service]")
{
    lasting_state state;
    const auto running = state.start();
    running->attach(phone("udid-1"));
    http_client client(running->port());
    const auto answer = client.post("/v1/tap", R"({"x": 1, "y": 2, "planted": "planted-body"})",
                                    {{"Idempotency-Key", "planted-key"}});
    CHECK(answer.status == 200); // else nothing would have been written down
    CHECK_FALSE(state.content().contains("planted-key"));
    CHECK_FALSE(state.content().contains("planted-body"));
}

} // namespace thimble::service::test
