// Sessions that are asked for more than once.
#include "tests/service/rest/sessions/with_agent.hpp"
#include "tests/store/store_in.hpp"

#include <future>
#include <set>
#include <vector>

namespace thimble::service::test {

namespace {

constexpr auto task = R"({"instruction": "Set an alarm"})";
const headers with_order_key{{"Idempotency-Key", "order-17"}};

/// Finds what the one before in the same directory has left.
struct in_directory : with_agent {
    explicit in_directory(const e2e::temporary_directory& at)
        : with_agent(slow_model, {}, [&at](server_options& options) {
              options.state_dir = at.path();
              options.database =
                  store::database_file::open(store::test::store_in(at.path())).value();
          })
    {
    }
};

} // namespace

TEST_CASE("a repetition gets the first session's record and begins nothing", "[sessions]")
{
    const e2e::temporary_directory state;
    reply first;
    {
        in_directory on(state);
        first = on.client.post("/v1/sessions", task, with_order_key);
        REQUIRE(first.status == 201);
        const auto id = first.json().at("id");
        REQUIRE(on.becomes(id, "running"));
        const auto again = on.client.post("/v1/sessions", task, with_order_key);
        CHECK(again.status == 201);
        CHECK(again.body == first.body);
        CHECK(again.field("x-phone-id") == on.phone_id);
        CHECK(on.client.post("/v1/sessions", task).error() == "TASK_ALREADY_RUNNING");
    }
    in_directory on(state);
    const auto later = on.client.post("/v1/sessions", task, with_order_key);
    CHECK(later.status == 201);
    CHECK(later.body == first.body);
    CHECK(later.field("x-phone-id") == on.phone_id);
    CHECK(on.client.get("/v1/sessions").json().at("sessions").size() == 1);
    CHECK(on.session(first.json().at("id"))
              .at("error")
              .get<std::string>()
              .starts_with("SERVICE_RESTARTED: "));
}

TEST_CASE("the same key with another order is refused", "[sessions]")
{
    with_agent on;
    CHECK(on.client.post("/v1/sessions", task, with_order_key).status == 201);
    const auto other =
        on.client.post("/v1/sessions", R"({"instruction": "Delete it"})", with_order_key);
    CHECK(other.status == 409);
    CHECK(other.error() == "IDEMPOTENCY_MISMATCH");
}

TEST_CASE("an order that was refused is not remembered", "[sessions]")
{
    with_agent on;
    const auto busy = on.begin();
    CHECK(on.client.post("/v1/sessions", task, with_order_key).error() == "TASK_ALREADY_RUNNING");
    on.tell(busy.at("id"), "stop");
    CHECK(on.client.post("/v1/sessions", task, with_order_key).status == 201);
}

TEST_CASE("of many that come at once with one key, one begins a session", "[sessions]")
{
    with_agent on;
    std::vector<std::future<reply>> asked;
    for (int count = 0; count < 8; ++count)
        asked.push_back(std::async(std::launch::async, [&] {
            return http_client(on.running.port()).post("/v1/sessions", task, with_order_key);
        }));
    std::set<std::string> bodies;
    for (auto& each : asked) {
        const auto answer = each.get();
        CHECK(answer.status == 201);
        bodies.insert(answer.body);
    }
    CHECK(bodies.size() == 1);
    CHECK(on.client.get("/v1/sessions").json().at("sessions").size() == 1);
}

} // namespace thimble::service::test
