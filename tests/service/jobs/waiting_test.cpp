// Waiting of actions, and for actions: queues, limits, callers who go away.
#include "tests/catch2.hpp"
#include "tests/e2e/eventually.hpp"
#include "tests/service/service_with_phone.hpp"

namespace thimble::service::test {

using nlohmann::json;

namespace {

/// Enough for what nobody holds up to be done, on a busy machine as well.
limits with_little_time()
{
    limits out;
    out.jobs.action_time = std::chrono::milliseconds(500) * e2e::slowdown();
    return out;
}

} // namespace

TEST_CASE("input runs in the order in which it came", "[service]")
{
    with_phone on;
    on.running.direct([](auto& desktop) { desktop.hold(); });
    std::vector<std::string> jobs;
    for (int x = 0; x < 10; ++x)
        jobs.push_back(on.client.post("/v1/tap?async=true", json{{"x", x}, {"y", 0}}.dump())
                           .json()
                           .at("job_id"));
    CHECK(on.client.get(on.path("status")).json().at("queue_depth") == 10);
    on.running.direct([](auto& desktop) { desktop.release(); });
    REQUIRE(on.running.until([](const auto& d) { return d.started_jobs.size() == 10; }));
    CHECK(on.running.seen().started_jobs == jobs);
}

TEST_CASE("a full queue says so", "[service]")
{
    limits few;
    few.jobs.queue_length = 2;
    with_phone on(few);
    on.running.direct([](auto& desktop) { desktop.hold(); });
    CHECK(on.client.post("/v1/home?async=true").status == 200);
    CHECK(on.client.post("/v1/home?async=true").status == 200);
    for (const auto* mode : {"?async=true", ""}) {
        INFO(mode);
        const auto full = on.client.post(std::string("/v1/home") + mode);
        CHECK(full.status == 503);
        CHECK(full.error() == "QUEUE_FULL");
        CHECK(full.field("retry-after") == "1");
    }
    on.running.direct([](auto& desktop) { desktop.release(); });
    REQUIRE(on.running.until([](const auto& d) { return d.started_jobs.size() == 2; }));
    CHECK(on.client.post("/v1/home").status == 200);
}

TEST_CASE("a sync action that waits too long is withdrawn", "[service]")
{
    limits quick;
    quick.jobs.action_time = std::chrono::milliseconds(50);
    with_phone on(quick);
    on.running.direct([](auto& desktop) {
        desktop.hold();
        desktop.obeys_cancel = false; // the first one's time may be over before the second comes
    });
    on.client.post("/v1/home?async=true");
    const auto answer = on.client.post("/v1/home");
    CHECK(answer.status == 408);
    CHECK(answer.error() == "TIMEOUT");
    CHECK(answer.json().at("context").at("outcome") == "not_sent");
    CHECK(answer.json().at("context").at("job").at("started_at").is_null());
    on.running.direct([](auto& desktop) { desktop.release(); });
}

TEST_CASE("a sync action that does not end is cancelled", "[service]")
{
    with_phone on(with_little_time());
    on.running.direct([](auto& desktop) { desktop.hold(); });
    const auto answer = on.client.post("/v1/home");
    CHECK(answer.status == 408);
    CHECK(answer.json().at("context").at("outcome") == "unknown");
    CHECK(on.running.seen().cancelled_jobs.size() == 1);
    on.running.direct([](auto& desktop) { desktop.release(); });
}

TEST_CASE("a late result corrects the outcome and not the state", "[service]")
{
    auto quick = with_little_time();
    quick.jobs.cancel_time = std::chrono::milliseconds(20);
    with_phone on(quick);
    on.running.direct([](auto& desktop) {
        desktop.hold();
        desktop.obeys_cancel = false;
    });
    const auto answer = on.client.post("/v1/home");
    CHECK(answer.error() == "TIMEOUT");
    CHECK(answer.json().at("context").at("outcome") == "unknown");
    const auto job = answer.json().at("context").at("job").at("id").get<std::string>();
    on.running.direct([](auto& desktop) { desktop.release(); });
    CHECK(on.client.post("/v1/home").status == 200); // behind it in the same lane
    const auto record = on.client.get("/v1/jobs/" + job).json();
    CHECK(record.at("status") == "failed");
    CHECK(record.at("result").at("error") == "TIMEOUT");
    CHECK(record.at("result").at("context").at("outcome") == "done");
}

TEST_CASE("an async action's time counts from its start", "[service]")
{
    with_phone on(with_little_time());
    on.running.direct([](auto& desktop) { desktop.hold(); });
    const auto first = on.client.post("/v1/home?async=true").json().at("job_id").get<std::string>();
    REQUIRE(on.running.until([](const auto& d) { return d.cancelled_jobs.size() == 1; }));
    CHECK(on.running.seen().cancelled_jobs.front() == first);
    on.running.direct([](auto& desktop) { desktop.release(); });
    CHECK(on.client.post("/v1/home").status == 200);
    CHECK(on.client.get("/v1/jobs/" + first).json().at("result").at("error") == "TIMEOUT");
}

TEST_CASE("a caller who goes away withdraws what has not started", "[service]")
{
    with_phone on;
    on.running.direct([](auto& desktop) { desktop.hold(); });
    http_client first(on.running.port());
    http_client second(on.running.port());
    const std::string head =
        "POST /v1/home HTTP/1.1\r\nHost: x\r\nX-API-Key: " + std::string(api_key) +
        "\r\nContent-Length: 0\r\n\r\n";
    first.send(head);
    REQUIRE(on.running.until([](const auto& d) { return d.started_jobs.size() == 1; }));
    second.send(head);
    REQUIRE(on.running.until([](const auto& d) { return d.received.size() == 2; }));
    const auto waiting = on.running.seen().received.back().job_id;

    second.close();
    REQUIRE(on.running.until([](const auto& d) { return d.withdrawn_jobs.size() == 1; }));
    CHECK(on.running.seen().withdrawn_jobs.front() == waiting);
    first.close(); // this one has started: it ends as it ends
    on.running.direct([](auto& desktop) { desktop.release(); });
    CHECK(on.client.post("/v1/home").status == 200);

    const auto withdrawn = on.client.get("/v1/jobs/" + waiting).json();
    CHECK(withdrawn.at("status") == "failed");
    CHECK(withdrawn.at("result").at("error") == "CANCELLED");
    CHECK(withdrawn.at("result").at("context").at("outcome") == "not_sent");
    const auto started = on.running.seen().started_jobs.front();
    CHECK(on.client.get("/v1/jobs/" + started).json().at("status") == "completed");
    CHECK(on.running.seen().withdrawn_jobs.size() == 1);
}

TEST_CASE("an async job outlives its caller", "[service]")
{
    with_phone on;
    on.running.direct([](auto& desktop) { desktop.hold(); });
    std::string job;
    {
        http_client leaving(on.running.port());
        job = leaving.post("/v1/home?async=TRUE").json().at("job_id");
    }
    CHECK(on.client.get("/v1/jobs/" + job).json().at("status") == "running");
    on.running.direct([](auto& desktop) { desktop.release(); });
    CHECK(on.client.post("/v1/home").status == 200);
    CHECK(on.client.get("/v1/jobs/" + job).json().at("status") == "completed");
}

} // namespace thimble::service::test
