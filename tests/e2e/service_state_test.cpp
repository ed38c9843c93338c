// State directories that thimble-service finds when it starts again.
#include "tests/catch2.hpp"
#include "tests/e2e/eventually.hpp"
#include "tests/e2e/service_program.hpp"
#include "tests/e2e/thimble_system.hpp"

#include <csignal>

namespace thimble::e2e {

namespace {

const header_fields once{{"Idempotency-Key", "order-17"}};

} // namespace

TEST_CASE("keys of thimble-service outlive it, killed or not", "[e2e]")
{
    const auto state = std::make_shared<temporary_directory>();
    std::string key;
    nlohmann::json keys;
    {
        service_program service({}, state);
        const auto made = service.client_of("ada").post("/v1/keys", R"({"name": "phone lab"})");
        REQUIRE(made.status == 201);
        key = made.json().at("key");
        service.process().send_signal(SIGKILL);
        CHECK(service.process().wait(5s)->signal == SIGKILL);
    }
    const auto ask = [&](const service_program& service) {
        return http_client(service.port(), {{"X-API-Key", key}}).get("/v1/keys");
    };
    {
        service_program service({}, state);
        CHECK(ask(service).status == 200);
        keys = ask(service).json();
        CHECK(keys.size() == 2);
        CHECK(service.process().interrupt(5s)->code == 0);
    }
    service_program service({}, state);
    CHECK(ask(service).json().at(0).at("id") == keys.at(0).at("id"));
    CHECK(service.admin({"key", "revoke", keys.at(1).at("id").get<std::string>()}).code == 0);
    CHECK(ask(service).status == 401);
}

TEST_CASE("thimble-service serves the jobs that were made before it started", "[e2e]")
{
    const virtual_phones phones;
    const auto home = std::make_shared<household>();
    nlohmann::json jobs;
    std::string key;
    std::string path;
    http_answer first;
    {
        thimble_system daemon(phones, home);
        REQUIRE(daemon.until_ready(phones.at(0), ready_limit));
        path = daemon.path(phones.at(0), "/home");
        key = daemon.api().post("/v1/keys", R"({"name": "cloud"})").json().at("key");
        first = daemon.api().post(path, "", once);
        REQUIRE(first.status == 200);
        REQUIRE(daemon.api().get("/v1/screenshot?async=true").status == 200);
        REQUIRE(eventually(10s, [&] {
            jobs = daemon.api().get("/v1/jobs?status=completed").json().at("jobs");
            return jobs.size() == 2;
        }));
        CHECK(daemon.process().interrupt(6s).has_value());
    }
    const std::shared_ptr<temporary_directory> state(home, &home->state);
    for (int start = 0; start < 2; ++start) {
        service_program service({}, state);
        const http_client api(service.port(), {{"X-API-Key", key}});
        CHECK(api.get("/v1/jobs").json().at("jobs") == jobs);
        CHECK(api.post(path, "", once).body == first.body); // and there is no phone
        CHECK(api.post(path, "").json().at("error") != "INTERNAL_ERROR");
        CHECK(api.get("/v1/jobs/" + jobs.at(0).at("id").get<std::string>() + "/download").status ==
              200);
        service.process().send_signal(SIGKILL);
        CHECK(service.process().wait(5s)->signal == SIGKILL);
    }
}

} // namespace thimble::e2e
