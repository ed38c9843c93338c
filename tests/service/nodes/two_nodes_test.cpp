// Requests to one node, done through the link of another.
#include "tests/service/nodes/two_nodes.hpp"

#include <set>
#include <string>

namespace thimble::service::test {

namespace {

/// Answers heartbeats until then.
bool hears_drain(link_peer& at)
{
    while (const auto heard = at.hear()) {
        if (std::holds_alternative<link::drain>(*heard))
            return true;
        at.say(link::heartbeat{});
    }
    return false;
}

/// Hears the next command and answers that it is done; the id of its job.
std::string carry_out_next(link_peer& at)
{
    const auto command = two_nodes::hear<link::command>(at);
    REQUIRE(command);
    at.say(two_nodes::success_of(*command));
    return command->job_id;
}

} // namespace

TEST_CASE("a tap through another node is done by the desktop's link there", "[service][nodes]")
{
    two_nodes on;
    const auto link = on.link_at(on.there.running.port());
    REQUIRE(on.connected(*on.here, 1));
    const auto job_id = on.tap(*on.here);
    const auto command = two_nodes::hear<link::command>(*link);
    REQUIRE(command);
    CHECK(command->job_id == job_id);
    CHECK(command->udid == "udid-1");
    CHECK(std::holds_alternative<link::tap>(command->what));
    link->say(link::started{job_id});
    link->say(two_nodes::success_of(*command));
    CHECK(on.ended(*on.here, job_id).at("status") == "completed");
    const auto settled = two_nodes::hear<link::settled>(*link);
    REQUIRE(settled);
    CHECK(settled->job_id == job_id);
}

TEST_CASE("a trace is followed from the node that was asked to that of the link",
          "[service][nodes]")
{
    two_nodes on;
    const auto link = on.link_at(on.there.running.port());
    REQUIRE(on.connected(*on.here, 1));
    auto fields = on.there.ada();
    fields["traceparent"] = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";
    http_client client(on.here->port());
    const auto asked = client.ask("POST", "/v1/tap?async=true", fields, R"({"x":310,"y":600})");
    REQUIRE(asked.status == 200);
    const auto job_id = asked.json().at("job_id").get<std::string>();
    const auto command = two_nodes::hear<link::command>(*link);
    REQUIRE(command);
    REQUIRE(command->trace);
    CHECK(command->trace->trace_id() == "0af7651916cd43dd8448eb211c80319c");
    CHECK(command->trace->parent_id() != "b7ad6b7169203331");
    link->say(two_nodes::success_of(*command));
    CHECK(on.ended(*on.here, job_id).at("status") == "completed");
    const auto named = "job=" + job_id + " trace=0af7651916cd43dd8448eb211c80319c ";
    CHECK(on.there.running.logs(named + "desktop=" + on.desk.id));
    CHECK(on.here->logs(named + "phone="));
    on.tap(*on.here);
    const auto untraced = two_nodes::hear<link::command>(*link);
    REQUIRE(untraced);
    CHECK_FALSE(untraced->trace);
    CHECK_FALSE(on.there.running.logged().contains(untraced->job_id));
    link->say(two_nodes::success_of(*untraced));
}

TEST_CASE("a command may be called off through another node", "[service][nodes]")
{
    two_nodes on;
    const auto link = on.link_at(on.there.running.port());
    REQUIRE(on.connected(*on.here, 1));
    auto client = std::make_unique<http_client>(on.here->port());
    const std::string body = R"({"x":310,"y":600})";
    client->send("POST /v1/tap HTTP/1.1\r\nHost: x\r\nX-API-Key: " + on.there.ada_key +
                 "\r\nContent-Length: " + std::to_string(body.size()) + "\r\n\r\n" + body);
    const auto command = two_nodes::hear<link::command>(*link);
    REQUIRE(command);
    client.reset(); // the caller goes away before its turn has come
    const auto cancel = two_nodes::hear<link::cancel>(*link);
    REQUIRE(cancel);
    CHECK(cancel->job_id == command->job_id);
    CHECK(cancel->how == link::cancel::kind::withdraw);
    auto withdrawn = two_nodes::success_of(*command);
    withdrawn.outcome = link::outcome::not_sent;
    withdrawn.failure = link::failure{.code = "CANCELLED", .message = "It was withdrawn."};
    link->say(withdrawn);
    const auto settled = two_nodes::hear<link::settled>(*link);
    REQUIRE(settled);
    CHECK(settled->job_id == command->job_id);
}

TEST_CASE("phones that come, change and go are seen at every node", "[service][nodes]")
{
    two_nodes on;
    auto link = on.link_at(on.there.running.port());
    REQUIRE(on.connected(*on.here, 1));
    link->say(phone("udid-2", "Bob's iPhone"));
    REQUIRE(on.connected(*on.here, 2));
    auto gone = phone("udid-2");
    gone.attached = false;
    link->say(gone);
    REQUIRE(on.connected(*on.here, 1));
    link.reset();
    CHECK(on.connected(*on.here, 0));
}

TEST_CASE("a tap that comes between two links of a drain waits for the second", "[service][nodes]")
{
    two_nodes on;
    const auto first = on.link_at(on.there.running.port());
    REQUIRE(on.connected(*on.here, 1));
    first->close(link::close_reason::draining);
    const std::set<std::string> jobs{on.tap(on.there.running), on.tap(*on.here)};
    const auto second = on.link_at(on.here->port());
    for (std::size_t each = 0; each < jobs.size(); ++each)
        CHECK(jobs.contains(carry_out_next(*second)));
    for (const auto& each : jobs)
        CHECK(on.ended(*on.here, each).at("status") == "completed");
}

TEST_CASE("phones of a desktop that does not link again after a drain go at every node",
          "[service][nodes]")
{
    two_nodes on;
    const auto link = on.link_at(on.there.running.port());
    REQUIRE(on.connected(*on.here, 1));
    const auto took = e2e::time_of([&] {
        link->close(link::close_reason::draining);
        for (auto* const each : {&on.there.running, on.here.get()})
            CHECK(on.connected(*each, 0));
    });
    CHECK(took >= std::chrono::seconds(5)); // in which it might have come back
}

TEST_CASE("what keeps a desktop from having phones is seen at every node", "[service][nodes]")
{
    two_nodes on;
    const auto link = on.link_at(on.there.running.port());
    REQUIRE(on.connected(*on.here, 1));
    http_client client(on.here->port());
    const auto shown = [&](std::size_t count) {
        return e2e::eventually(std::chrono::seconds(30), [&] {
            const auto seen = client.ask("GET", "/v1/desktops", on.there.ada()).json();
            return seen.at("desktops").at(0).at("blockers").size() == count;
        });
    };
    link->say(link::host_state{.blockers = {{.code = "USBMUXD_NOT_RUNNING",
                                             .message = "usbmuxd does not answer.",
                                             .remedy = "Start it.",
                                             .since = {}}}});
    REQUIRE(shown(1));
    link->say(link::host_state{});
    CHECK(shown(0));
}

TEST_CASE("a link at one node takes the place of the one at another", "[service][nodes]")
{
    two_nodes on;
    const auto first = on.link_at(on.there.running.port());
    REQUIRE(on.connected(*on.here, 1));
    const auto second = on.link_at(on.here->port());
    CHECK(first->close_reason() == "replaced");
    REQUIRE(on.connected(on.there.running, 1));
    const auto job_id = on.tap(on.there.running);
    const auto command = two_nodes::hear<link::command>(*second);
    REQUIRE(command);
    second->say(two_nodes::success_of(*command));
    CHECK(on.ended(on.there.running, job_id).at("status") == "completed");
}

TEST_CASE("a command is not sent again when the desktop links elsewhere and remembers it",
          "[service][nodes]")
{
    two_nodes on;
    auto link = on.link_at(on.there.running.port());
    REQUIRE(on.connected(*on.here, 1));
    const auto job_id = on.tap(*on.here);
    const auto command = two_nodes::hear<link::command>(*link);
    REQUIRE(command);
    link = on.link_at(on.here->port(),
                      {{.job_id = job_id, .reached = link::open_job::stage::started}});
    const auto second = on.tap(*on.here);
    const auto next = two_nodes::hear<link::command>(*link);
    REQUIRE(next);
    CHECK(next->job_id == second); // the first has not come before it
    link->say(two_nodes::success_of(*command));
    CHECK(on.ended(*on.here, job_id).at("status") == "completed");
    link->say(two_nodes::success_of(*next));
    CHECK(on.ended(*on.here, second).at("status") == "completed");
}

TEST_CASE("a command that the journal does not know goes out on the next link", "[service][nodes]")
{
    two_nodes on;
    auto link = on.link_at(on.there.running.port());
    REQUIRE(on.connected(*on.here, 1));
    const auto job_id = on.tap(*on.here);
    REQUIRE(two_nodes::hear<link::command>(*link));
    link = on.link_at(on.there.running.port());
    CHECK(carry_out_next(*link) == job_id);
    CHECK(on.ended(*on.here, job_id).at("status") == "completed");
}

TEST_CASE("a command that cannot be sent to another node goes out when it can be",
          "[service][nodes]")
{
    two_nodes on;
    const auto link = on.link_at(on.there.running.port());
    REQUIRE(on.connected(*on.here, 1));
    on.between->cut("here");
    const auto job_id = on.tap(*on.here); // it holds its lease for a while
    on.between->cut("here", false);
    CHECK(carry_out_next(*link) == job_id);
    CHECK(on.ended(*on.here, job_id).at("status") == "completed");
}

TEST_CASE("a result after the link has moved is claimed by the node that waits", "[service][nodes]")
{
    two_nodes on;
    auto link = on.link_at(on.here->port());
    REQUIRE(on.connected(*on.here, 1));
    const auto job_id = on.tap(*on.here);
    const auto command = two_nodes::hear<link::command>(*link);
    REQUIRE(command);
    link = on.link_at(on.there.running.port(),
                      {{.job_id = job_id, .reached = link::open_job::stage::finished}});
    link->say(two_nodes::success_of(*command));
    CHECK(on.ended(*on.here, job_id).at("status") == "completed");
    const auto settled = two_nodes::hear<link::settled>(*link);
    REQUIRE(settled);
    CHECK(settled->job_id == job_id);
}

TEST_CASE("what happens at one node is told to those who follow at another", "[service][nodes]")
{
    two_nodes on;
    const auto link = on.link_at(on.there.running.port());
    REQUIRE(on.connected(*on.here, 1));
    const auto job_id = on.tap(*on.here);
    const auto command = two_nodes::hear<link::command>(*link);
    REQUIRE(command);
    link->say(two_nodes::success_of(*command));
    CHECK(e2e::eventually(std::chrono::seconds(30), [&] {
        const auto told = on.there.client.ask("GET", "/v1/events", on.there.ada());
        return told.status == 200 && told.body.contains(job_id);
    }));
}

TEST_CASE("a request that is repeated at another node is carried out once", "[service][nodes]")
{
    two_nodes on;
    const auto link = on.link_at(on.there.running.port());
    REQUIRE(on.connected(*on.here, 1));
    const std::string body = R"({"x":310,"y":600})";
    const auto request =
        "POST /v1/tap HTTP/1.1\r\nHost: x\r\nX-API-Key: " + on.there.ada_key +
        "\r\nIdempotency-Key: once\r\nContent-Length: " + std::to_string(body.size()) + "\r\n\r\n" +
        body;
    http_client here(on.here->port());
    http_client there(on.there.running.port());
    here.send(request);
    const auto command = two_nodes::hear<link::command>(*link);
    REQUIRE(command);
    there.send(request);
    link->say(two_nodes::success_of(*command));
    const auto first = here.receive();
    const auto second = there.receive();
    CHECK(first.status == 200);
    CHECK(second.status == 200);
    CHECK(first.json().at("id") == command->job_id);
    CHECK(second.json().at("id") == command->job_id);
}

TEST_CASE("a key that is made or revoked at one node is so at every node", "[service][nodes]")
{
    two_nodes on;
    http_client here(on.here->port());
    auto& there = on.there.client;
    const auto made = here.ask("POST", "/v1/keys", on.there.ada(), R"({"name":"both"})");
    REQUIRE(made.status == 201);
    const headers its{{"X-API-Key", made.json().at("key").get<std::string>()}};
    CHECK(there.ask("GET", "/v1/phones", its).status == 200);
    CHECK(here.ask("GET", "/v1/phones", its).status == 200);
    const auto id = made.json().at("id").get<std::string>();
    REQUIRE(there.ask("DELETE", "/v1/keys/" + id, on.there.ada()).status == 204);
    CHECK(here.ask("GET", "/v1/phones", its).error() == "INVALID_API_KEY");
    CHECK(there.ask("GET", "/v1/phones", its).error() == "INVALID_API_KEY");
}

TEST_CASE("a revocation is answered when a node that is cut off has no lease", "[service][nodes]")
{
    two_nodes on;
    on.between->cut("here");
    REQUIRE(on.there.client.ask("DELETE", "/v1/desktops/" + on.desk.id, on.there.ada()).status ==
            204);
    http_client here(on.here->port()); // only now: a connection that asks nothing is closed
    CHECK(here.ask("GET", "/v1/phones", on.there.ada()).error() == "NODE_CUT_OFF");
    on.between->cut("here", false);
    REQUIRE(two_nodes::answers(*on.here));
    CHECK(link_peer(on.here->port(), on.desk.token).status() == 401);
}

TEST_CASE("a desktop that is revoked at one node is cut off at another", "[service][nodes]")
{
    two_nodes on;
    const auto link = on.link_at(on.there.running.port());
    REQUIRE(on.connected(*on.here, 1));
    http_client here(on.here->port());
    CHECK(here.ask("DELETE", "/v1/desktops/" + on.desk.id, on.there.ada()).status == 204);
    CHECK(link->close_reason() == "revoked");
}

TEST_CASE("a node that is cut off says that it lives, why it is not ready, and nothing else",
          "[service][nodes]")
{
    two_nodes on;
    const auto link = on.link_at(on.there.running.port());
    REQUIRE(on.connected(*on.here, 1));
    on.between->cut("here");
    http_client client(on.here->port());
    REQUIRE(two_nodes::becomes_cut_off(*on.here, *link));
    const auto refused = client.ask("GET", "/v1/phones", on.there.ada());
    CHECK(refused.error() == "NODE_CUT_OFF");
    CHECK(refused.field("retry-after") == "1");
    const auto not_ready = client.ask("GET", "/readyz", {});
    CHECK(not_ready.status == 503);
    CHECK(not_ready.field("retry-after") == "1");
    CHECK(not_ready.error() == "NODE_CUT_OFF");
    CHECK(not_ready.json().at("reason") == "node_cut_off");
    CHECK(not_ready.json().at("checks") == nlohmann::json{{"store", "ok"}, {"nodes", "cut_off"}});
    CHECK(client.ask("GET", "/healthz", {}).status == 200);
    CHECK(on.connected(on.there.running, 1)); // the others go on
    on.between->cut("here", false);
    CHECK(two_nodes::answers(*on.here));
    CHECK(on.connected(*on.here, 1));
}

TEST_CASE("a request that has waited for a phone is refused by a node that is cut off by then",
          "[service][nodes]")
{
    two_nodes on;
    const auto link = on.link_at(on.here->port());
    REQUIRE(on.connected(*on.here, 1));
    on.tap(*on.here); // which keeps the phone
    const auto command = two_nodes::hear<link::command>(*link);
    REQUIRE(command);
    http_client waits(on.here->port());
    waits.send("POST /v1/tap?phone=any&wait_s=300 HTTP/1.1\r\nHost: x\r\nX-API-Key: " +
               on.there.ada_key + "\r\nContent-Length: 13\r\n\r\n{\"x\":1,\"y\":1}");
    http_client client(on.here->port());
    REQUIRE(e2e::eventually(std::chrono::seconds(30), [&] {
        const auto seen = client.ask("GET", "/v1/waiting", on.there.ada()).json();
        return seen.at("waiting").size() == 1;
    }));
    on.between->cut("here");
    REQUIRE(two_nodes::becomes_cut_off(*on.here, *link));
    link->say(two_nodes::success_of(*command));
    const auto refused = waits.receive();
    CHECK(refused.status == 503);
    CHECK(refused.error() == "NODE_CUT_OFF");
}

TEST_CASE("a node that hears of a link again does not send again", "[service][nodes]")
{
    two_nodes on;
    const auto link = on.link_at(on.there.running.port());
    REQUIRE(on.connected(*on.here, 1));
    const auto job_id = on.tap(*on.here);
    const auto command = two_nodes::hear<link::command>(*link);
    REQUIRE(command);
    on.between->cut("here");
    REQUIRE(two_nodes::until(*link, [&] { return two_nodes::others_of(*on.here) == 0; }));
    on.between->cut("here", false);
    REQUIRE(two_nodes::becomes_cut_off(*on.here, *link, false));
    REQUIRE(on.connected(*on.here, 1));
    const auto second = on.tap(*on.here);
    const auto next = two_nodes::hear<link::command>(*link);
    REQUIRE(next);
    CHECK(next->job_id == second);
    link->say(two_nodes::success_of(*command));
    link->say(two_nodes::success_of(*next));
    CHECK(on.ended(*on.here, job_id).at("status") == "completed");
    CHECK(on.ended(*on.here, second).at("status") == "completed");
}

TEST_CASE("a result that is lost between two nodes is told on another link", "[service][nodes]")
{
    two_nodes on;
    auto link = on.link_at(on.there.running.port());
    REQUIRE(on.connected(*on.here, 1));
    const auto job_id = on.tap(*on.here);
    const auto command = two_nodes::hear<link::command>(*link);
    REQUIRE(command);
    on.between->cut("there"); // it holds its lease for a while
    link->say(two_nodes::success_of(*command));
    link->say(phone("udid-2"));
    REQUIRE(on.connected(on.there.running, 2)); // so that it has passed on the result
    on.between->cut("there", false);
    REQUIRE(hears_drain(*link));
    link = on.link_at(on.there.running.port(),
                      {{.job_id = job_id, .reached = link::open_job::stage::finished}});
    link->say(two_nodes::success_of(*command));
    CHECK(on.ended(*on.here, job_id).at("status") == "completed");
    const auto settled = two_nodes::hear<link::settled>(*link);
    REQUIRE(settled);
    CHECK(settled->job_id == job_id);
}

TEST_CASE("a service alone has no nodes, and is never cut off", "[service][nodes]")
{
    running_service running;
    CHECK(two_nodes::others_of(running) == 0);
    CHECK(two_nodes::answers(running));
    CHECK(http_client(running.port()).get("/readyz").status == 200);
}

} // namespace thimble::service::test
