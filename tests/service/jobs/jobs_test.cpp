#include "tests/catch2.hpp"
#include "tests/service/http_client.hpp"
#include "tests/service/running_service.hpp"
#include "tests/store/store_in.hpp"
#include "text/uuid.hpp"

namespace thimble::service::test {

using nlohmann::json;

TEST_CASE("an async job can be watched until its end", "[service]")
{
    running_service running;
    const auto phone_id = running.attach(phone("udid-1"));
    running.direct([](auto& desktop) { desktop.hold(); });
    http_client client(running.port());
    const auto accepted = client.post("/v1/home?async=1");
    CHECK(accepted.status == 200);
    CHECK(accepted.field("x-phone-id") == phone_id);
    CHECK(accepted.json().size() == 1);
    const auto path = "/v1/jobs/" + accepted.json().at("job_id").get<std::string>();

    const auto second = client.post("/v1/home?async=1").json().at("job_id").get<std::string>();
    const auto pending = client.get("/v1/jobs/" + second).json();
    CHECK(pending.at("status") == "pending");
    for (const auto* empty :
         {"result", "started_at", "completed_at", "timing", "progress", "receipt"})
        CHECK(pending.at(empty).is_null());
    const auto shown = client.get(path);
    CHECK(shown.field("x-phone-id") == phone_id);
    CHECK(shown.json().at("status") == "running");
    CHECK_FALSE(shown.json().at("started_at").is_null());

    running.direct([](auto& desktop) { desktop.release(); });
    client.post("/v1/home");
    CHECK(client.get(path).json().at("status") == "completed");
    CHECK(client.get(path + "/download").error() == "DATA_NOT_FOUND");
}

TEST_CASE("a job that there is not is not found", "[service]")
{
    running_service running;
    http_client client(running.port());
    const auto answer = client.get("/v1/jobs/nothing");
    CHECK(answer.status == 404);
    CHECK(answer.error() == "JOB_NOT_FOUND");
    CHECK(answer.json().at("context") == json{{"job_id", "nothing"}});
    CHECK(client.get("/v1/jobs/nothing/download").error() == "JOB_NOT_FOUND");
}

TEST_CASE("jobs are listed page by page, the newest first", "[service][store]")
{
    running_service running;
    const auto first = running.attach(phone("udid-1"));
    const auto second = running.attach(phone("udid-2"));
    http_client client(running.port());
    std::vector<std::string> ids;
    for (int each = 0; each < 5; ++each)
        ids.push_back(client.post("/v1/phones/" + first + "/home").json().at("id"));
    client.post("/v1/phones/" + second + "/home");

    const auto page = client.get("/v1/jobs?limit=2&phone_id=" + first).json();
    REQUIRE(page.at("jobs").size() == 2);
    CHECK(page.at("jobs").at(0).at("id") == ids[4]);
    CHECK(page.at("next_before") == ids[3]);
    const auto rest = client.get("/v1/jobs?phone_id=" + first + "&before=" + ids[3]).json();
    CHECK(rest.at("jobs").size() == 3);
    CHECK(rest.at("next_before").is_null());
    CHECK(client.get("/v1/jobs").json().at("jobs").size() == 6);
    CHECK(client.get("/v1/jobs?status=failed").json().at("jobs") == json::array());
    CHECK(client.get("/v1/jobs?status=completed").json().at("jobs").size() == 6);
}

TEST_CASE("a list's parameters are checked", "[service]")
{
    running_service running;
    http_client client(running.port());
    for (const std::string query :
         {"limit=0", "limit=101", "limit=x", "limit=", "status=done", "before=x", "limit=1&limit=2",
          "limit=%zz", "before=00000000-0000-4000-8000-000000000000"}) {
        CAPTURE(query);
        const auto answer = client.get("/v1/jobs?" + query);
        CHECK(answer.error() == (query == "limit=%zz" ? "BAD_REQUEST" : "INVALID_ARGUMENT"));
    }
    CHECK(client.get("/v1/jobs?phone_id=x").error() == "PHONE_NOT_FOUND");
    CHECK(client.get("/v1/jobs?colour=red&&").status == 200);
}

TEST_CASE("a database that fails is not told as a job that is not there", "[service][store]")
{
    running_service running;
    http_client client(running.port());
    const auto path = "/v1/jobs/" + random_uuid();
    CHECK(client.get(path).error() == "JOB_NOT_FOUND");
    auto intruder = store::database_file::open(store::test::store_in(running.state_dir())).value();
    REQUIRE(intruder.run(
        [](store::transaction& on) { on.execute("ALTER TABLE jobs RENAME TO away"); }));
    CHECK(client.get(path).status == 500);
    CHECK(client.get(path).error() == "INTERNAL_ERROR");
}

} // namespace thimble::service::test
