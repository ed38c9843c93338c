// Jobs of a node that is gone, settled by the journal of the desktop.
#include "tests/service/nodes/frozen_node.hpp"
#include "tests/service/nodes/nodes_with_agents.hpp"
#include "tests/service/nodes/two_nodes.hpp"

#include <chrono>

namespace thimble::service::test {

namespace {

bool has_taken_jobs(running_service& which)
{
    return which.logged().contains("0 sessions and 1 jobs");
}

/// Waits until the metrics of the first node have that.
bool becomes_measured(two_nodes& on, link_peer& with_link, const std::string& sample)
{
    return two_nodes::until(with_link, [&] {
        http_client client(on.there.running.port());
        return client.ask("GET", "/metrics", on.there.ada()).body.contains(sample);
    });
}

} // namespace

TEST_CASE("a job of a dead node ends as the journal says", "[service][nodes]")
{
    two_nodes on;
    auto link = on.link_at(on.there.running.port());
    REQUIRE(on.connected(*on.here, 1));
    const auto job_id = on.tap(*on.here);
    const auto command = two_nodes::hear<link::command>(*link);
    REQUIRE(command);
    link->say(link::started{job_id});
    CHECK(becomes_measured(on, *link, "thimble_other_nodes 1"));
    const frozen_node dead(*on.here);
    REQUIRE(two_nodes::until(*link, [&] { return has_taken_jobs(on.there.running); }));
    CHECK(becomes_measured(on, *link, R"(thimble_work_taken_up_total{kind="job"} 1)"));
    CHECK(becomes_measured(on, *link, "thimble_other_nodes 0"));
    REQUIRE(two_nodes::hear<link::drain>(*link)); // so that the journal is heard again
    link = on.link_at(on.there.running.port(),
                      {{.job_id = job_id, .reached = link::open_job::stage::finished}});
    link->say(two_nodes::success_of(*command));
    CHECK(on.ended(on.there.running, job_id).at("status") == "completed");
    const auto settled = two_nodes::hear<link::settled>(*link);
    REQUIRE(settled);
    CHECK(settled->job_id == job_id);
}

TEST_CASE("a job of a dead node that the journal does not know is lost, and never sent again",
          "[service][nodes]")
{
    two_nodes on;
    auto link = on.link_at(on.there.running.port());
    REQUIRE(on.connected(*on.here, 1));
    const auto job_id = on.tap(*on.here);
    REQUIRE(two_nodes::hear<link::command>(*link));
    {
        const frozen_node dead(*on.here);
        REQUIRE(two_nodes::until(*link, [&] { return has_taken_jobs(on.there.running); }));
        link = on.link_at(on.there.running.port());
        const auto ended = on.ended(on.there.running, job_id);
        CHECK(ended.at("status") == "failed");
        CHECK(ended.at("result").at("error") == "JOB_LOST");
    }
    // The first node is there again, and hears of a link whose journal lacks the job.
    REQUIRE(two_nodes::becomes_cut_off(*on.here, *link, false));
    REQUIRE(on.connected(*on.here, 1));
    const auto second = on.tap(*on.here);
    const auto next = two_nodes::hear<link::command>(*link);
    REQUIRE(next);
    CHECK(next->job_id == second);
    link->say(two_nodes::success_of(*next));
    CHECK(on.ended(*on.here, second).at("status") == "completed");
}

TEST_CASE("a job that was taken is given up that long after it was taken", "[service][nodes]")
{
    using std::chrono::steady_clock;
    constexpr std::chrono::seconds time_to_tell{6};
    nodes_with_agents on(R"({"turns": [{"text": "Well."}]})", {.desktop_return = time_to_tell});
    on.here->direct([](scripted_desktop& desktop) { desktop.hold(); });
    const auto asked =
        http_client(on.here->port()).post("/v1/tap?async=true", R"({"x": 100, "y": 200})");
    REQUIRE(asked.status == 200);
    const std::string job_id = asked.json().at("job_id");
    const frozen_node dead(*on.here);
    auto not_yet = steady_clock::now();
    REQUIRE(e2e::eventually(std::chrono::seconds(30), [&] {
        const auto looked = steady_clock::now();
        const bool taken = has_taken_jobs(*on.there);
        not_yet = taken ? not_yet : looked;
        return taken;
    }));
    REQUIRE(e2e::eventually(std::chrono::seconds(60), [&] {
        return http_client(on.there->port()).get("/v1/jobs/" + job_id).json().at("status") ==
               "failed";
    }));
    CHECK(steady_clock::now() - not_yet >= time_to_tell); // though the node itself is older
}

TEST_CASE("a job that was taken is not lost where its node comes back with the desktop's link",
          "[service][nodes]")
{
    two_nodes on;
    auto link = on.link_at(on.here->port());
    REQUIRE(on.connected(on.there.running, 1));
    const auto job_id = on.tap(*on.here);
    const auto command = two_nodes::hear<link::command>(*link);
    REQUIRE(command);
    on.between->cut("here");
    REQUIRE(two_nodes::until(*link, [&] { return has_taken_jobs(on.there.running); }));
    on.between->cut("here", false);
    REQUIRE(two_nodes::becomes_cut_off(*on.here, *link, false));
    REQUIRE(on.connected(on.there.running, 1)); // by a greeting that is older than the job
    REQUIRE(two_nodes::hear<link::drain>(*link));
    link->say(two_nodes::success_of(*command)); // to the node that does not have it any more
    link = on.link_at(on.there.running.port(),
                      {{.job_id = job_id, .reached = link::open_job::stage::finished}});
    link->say(two_nodes::success_of(*command));
    for (auto* const each : {&on.there.running, on.here.get()})
        CHECK(on.ended(*each, job_id).at("status") == "completed");
    const auto settled = two_nodes::hear<link::settled>(*link);
    REQUIRE(settled);
    CHECK(settled->job_id == job_id);
}

TEST_CASE("a node that has frozen does not call off what another goes on with", "[service][nodes]")
{
    two_nodes on;
    auto link = on.link_at(on.there.running.port());
    REQUIRE(on.connected(*on.here, 1));
    const auto job_id = on.tap(*on.here); // it waits for its turn at the desktop
    const auto command = two_nodes::hear<link::command>(*link);
    REQUIRE(command);
    {
        const frozen_node dead(*on.here);
        REQUIRE(two_nodes::until(*link, [&] { return has_taken_jobs(on.there.running); }));
        link = on.link_at(on.there.running.port(),
                          {{.job_id = job_id, .reached = link::open_job::stage::received}});
    }
    REQUIRE(two_nodes::becomes_cut_off(*on.here, *link, false));
    REQUIRE(on.connected(*on.here, 1));
    const auto second = on.tap(*on.here);
    std::optional<link::command> next;
    bool called_off = false;
    while (!next) {
        const auto heard = link->hear();
        REQUIRE(heard);
        called_off = called_off || std::holds_alternative<link::cancel>(*heard);
        if (const auto* const found = std::get_if<link::command>(&*heard))
            next = *found;
    }
    CHECK_FALSE(called_off);
    CHECK(next->job_id == second);
    link->say(two_nodes::success_of(*command));
    link->say(two_nodes::success_of(*next));
    for (auto* const each : {&on.there.running, on.here.get()}) {
        CHECK(on.ended(*each, job_id).at("status") == "completed");
        CHECK(on.ended(*each, second).at("status") == "completed");
    }
}

TEST_CASE("a request that is repeated after its node has died gets the outcome of the first",
          "[service][nodes]")
{
    two_nodes on;
    auto link = on.link_at(on.there.running.port());
    REQUIRE(on.connected(*on.here, 1));
    const std::string body = R"({"x":310,"y":600})";
    const auto request =
        "POST /v1/tap HTTP/1.1\r\nHost: x\r\nX-API-Key: " + on.there.ada_key +
        "\r\nIdempotency-Key: once\r\nContent-Length: " + std::to_string(body.size()) + "\r\n\r\n" +
        body;
    http_client here(on.here->port());
    here.send(request);
    const auto command = two_nodes::hear<link::command>(*link);
    REQUIRE(command);
    const frozen_node dead(*on.here);
    REQUIRE(two_nodes::until(*link, [&] { return has_taken_jobs(on.there.running); }));
    http_client there(on.there.running.port());
    there.send(request);
    link = on.link_at(on.there.running.port(),
                      {{.job_id = command->job_id, .reached = link::open_job::stage::finished}});
    link->say(two_nodes::success_of(*command));
    const auto answer = there.receive();
    CHECK(answer.status == 200);
    CHECK(answer.json().at("id") == command->job_id);
}

} // namespace thimble::service::test
