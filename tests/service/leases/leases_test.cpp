// Leases: nobody else drives a phone meanwhile, and everybody may still look at it.
#include "service/accounts/key_rows.hpp"
#include "tests/service/lasting_state.hpp"
#include "tests/service/leases/shared_phones.hpp"

namespace thimble::service::test {

using nlohmann::json;

namespace {

std::string on_first(const shared_phones& on, const std::string& tail)
{
    return "/v1/phones/" + on.first + "/" + tail;
}

constexpr auto tap_body = R"({"x":1,"y":1})";

} // namespace

TEST_CASE("a leased phone is driven by its holder alone", "[service]")
{
    shared_phones on;
    const auto taken = on.lease(on.ci, on.first);
    REQUIRE(taken.status == 200);
    CHECK(taken.field("x-phone-id") == on.first);
    const auto lease = taken.json().at("lease");
    CHECK(lease.at("holder").at("kind") == "key");
    CHECK(lease.at("holder").at("name") == "ci");
    CHECK(on.record(on.first).at("lease") == lease);

    const auto sent_before = on.running.seen().received.size();
    const auto refused = on.ask(on.lab, "POST", on_first(on, "tap"), tap_body);
    CHECK(refused.status == 409);
    CHECK(refused.error() == "PHONE_LEASED");
    const auto context = refused.json().at("context");
    CHECK(context.at("holder") == lease.at("holder"));
    CHECK(context.at("expires_at") == lease.at("expires_at"));
    CHECK(context.at("remaining_s").get<int>() > 0);
    CHECK(context.at("remaining_s").get<int>() <= 600);
    CHECK(on.ask(on.lab, "POST", on_first(on, "home?async=true")).error() == "PHONE_LEASED");
    CHECK(on.lease(on.lab, on.first).error() == "PHONE_LEASED");
    CHECK(on.running.seen().received.size() == sent_before);

    CHECK(on.ask(on.lab, "GET", on_first(on, "status")).status == 200);
    CHECK(on.ask(on.lab, "GET", on_first(on, "lease")).json().at("lease") == lease);
    CHECK(on.ask(on.lab, "POST", "/v1/phones/" + on.second + "/tap", tap_body).status == 200);
    CHECK(on.ask(on.ci, "POST", on_first(on, "tap"), tap_body).status == 200);

    CHECK(on.ask(on.ci, "DELETE", on_first(on, "lease")).status == 204);
    CHECK(on.record(on.first).at("lease").is_null());
    CHECK(on.ask(on.lab, "POST", on_first(on, "tap"), tap_body).status == 200);
}

TEST_CASE("the holder renews a lease", "[service]")
{
    shared_phones on;
    const auto first = on.lease(on.ci, on.first, 60).json().at("lease");
    const auto again = on.lease(on.ci, on.first, 3600).json().at("lease");
    CHECK(again.at("id") == first.at("id"));
    CHECK(again.at("created_at") == first.at("created_at"));
    CHECK(again.at("expires_at").get<std::string>() > first.at("expires_at").get<std::string>());
}

TEST_CASE("a lease ends by itself", "[service][store]")
{
    shared_phones on;
    REQUIRE(on.lease(on.ci, on.first, 1).status == 200);
    CHECK(e2e::eventually(std::chrono::seconds(30), [&] {
        return on.ask(on.lab, "POST", on_first(on, "tap"), tap_body).status == 200;
    }));
    CHECK(on.ask(on.lab, "GET", on_first(on, "lease")).json().at("lease").is_null());
}

TEST_CASE("an action goes on when its lease ends, and the next holder's comes behind it",
          "[service]")
{
    shared_phones on;
    on.running.direct([](auto& desktop) { desktop.hold("udid-1"); });
    REQUIRE(on.lease(on.ci, on.first, 1).status == 200);
    const std::string before =
        on.ask(on.ci, "POST", on_first(on, "home?async=true")).json().at("job_id");
    REQUIRE(e2e::eventually(std::chrono::seconds(30),
                            [&] { return on.lease(on.lab, on.first).status == 200; }));
    CHECK(on.ask(on.ci, "POST", on_first(on, "home")).error() == "PHONE_LEASED");
    const std::string behind =
        on.ask(on.lab, "POST", on_first(on, "home?async=true")).json().at("job_id");
    on.running.direct([](auto& desktop) { desktop.release(); });
    for (const auto& job : {before, behind})
        CHECK(e2e::eventually(std::chrono::seconds(30), [&] {
            return on.client.get("/v1/jobs/" + job).json().at("status") == "completed";
        }));
    REQUIRE(on.running.until([](const auto& seen) { return seen.started_jobs.size() == 2; }));
    CHECK(on.running.seen().started_jobs == std::vector<std::string>{before, behind});
}

TEST_CASE("a lease ends with its key", "[service]")
{
    shared_phones on;
    const auto holder = on.lease(on.ci, on.first).json().at("lease").at("holder");
    CHECK(on.ask(api_key, "DELETE", "/v1/keys/" + holder.at("id").get<std::string>()).status ==
          204);
    CHECK(on.ask(on.lab, "POST", on_first(on, "tap"), tap_body).status == 200);
    CHECK(on.record(on.first).at("lease").is_null());
}

TEST_CASE("an administrator ends what another holds, and nobody else does", "[service]")
{
    shared_phones on;
    const auto actor = on.key_named("actor", {"read", "act"});
    REQUIRE(on.lease(on.ci, on.first).status == 200);
    CHECK(on.ask(actor, "DELETE", on_first(on, "lease")).error() == "PHONE_LEASED");
    CHECK(on.ask(on.lab, "DELETE", on_first(on, "lease")).status == 204);
    CHECK(on.ask(actor, "POST", on_first(on, "tap"), tap_body).status == 200);
    CHECK(on.ask(actor, "DELETE", on_first(on, "lease")).status == 204);
}

TEST_CASE("a lease is there after a restart, for the rest of its time", "[service][store]")
{
    lasting_state state;
    std::string key;
    json lease;
    {
        const auto running = state.start();
        running->attach(phone("udid-1"));
        http_client client(running->port());
        key = client.post("/v1/keys", R"({"name":"ci"})").json().at("key");
        lease = client.ask("POST", "/v1/lease", {{"X-API-Key", key}}, "{}").json().at("lease");
    }
    const auto running = state.start();
    running->attach(phone("udid-1"));
    http_client client(running->port());
    CHECK(client.get("/v1/lease").json().at("lease") == lease);
    CHECK(client.post("/v1/home").error() == "PHONE_LEASED");
    CHECK(client.ask("POST", "/v1/home", {{"X-API-Key", key}}).status == 200);
}

TEST_CASE("a lease of a key that was revoked while no service ran is gone", "[service][store]")
{
    lasting_state state;
    std::string key_id;
    {
        const auto running = state.start();
        running->attach(phone("udid-1"));
        http_client client(running->port());
        const auto made = client.post("/v1/keys", R"({"name":"ci"})").json();
        key_id = made.at("id");
        REQUIRE(client.ask("POST", "/v1/lease", {{"X-API-Key", made.at("key")}}, "{}").status ==
                200);
    }
    REQUIRE(state.database().run([&](store::transaction& on) { return remove_key(on, key_id); }) ==
            1U);
    const auto running = state.start();
    running->attach(phone("udid-1"));
    http_client client(running->port());
    CHECK(client.get("/v1/lease").json().at("lease").is_null());
    CHECK(client.post("/v1/home").status == 200);
}

TEST_CASE("a repeated request has its first answer, whoever has leased the phone since",
          "[service]")
{
    shared_phones on;
    const headers once{{"X-API-Key", on.lab}, {"Idempotency-Key", "one"}};
    const auto answer = on.client.ask("POST", on_first(on, "tap"), once, tap_body);
    REQUIRE(answer.status == 200);
    REQUIRE(on.lease(on.ci, on.first).status == 200);
    const auto sent_before = on.running.seen().received.size();
    CHECK(on.client.ask("POST", on_first(on, "tap"), once, tap_body).json() == answer.json());
    CHECK(on.running.seen().received.size() == sent_before);
}

} // namespace thimble::service::test
