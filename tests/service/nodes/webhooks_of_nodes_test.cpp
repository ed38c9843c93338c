// An event is sent to a webhook by one node, wherever it happens and wherever that was made.
#include "tests/service/nodes/two_nodes.hpp"
#include "tests/service/webhooks/webhook_receiver.hpp"

#include <algorithm>
#include <set>
#include <string>

namespace thimble::service::test {

using nlohmann::json;

TEST_CASE("an event at either node is sent to a webhook once", "[service][nodes]")
{
    two_nodes on;
    webhook_receiver receiver;
    const auto link = on.link_at(on.there.running.port());
    REQUIRE(on.connected(*on.here, 1));
    http_client here(on.here->port());
    const auto made =
        here.ask("POST", "/v1/webhooks", on.there.ada(),
                 json{{"url", receiver.url()}, {"types", json::array({"job"})}}.dump());
    INFO(made.body);
    REQUIRE(made.status == 201);
    std::set<std::string> jobs;
    for (auto* const each : {on.here.get(), &on.there.running}) {
        const auto job_id = on.tap(*each);
        const auto command = two_nodes::hear<link::command>(*link);
        REQUIRE(command);
        link->say(two_nodes::success_of(*command));
        CHECK(on.ended(*each, job_id).at("status") == "completed");
        jobs.insert(job_id);
    }
    const auto path = "/v1/webhooks/" + made.json().at("id").get<std::string>() + "/log";
    CHECK(two_nodes::until(*link, [&] {
        const auto log = on.there.client.ask("GET", path, on.there.ada()).json().at("log");
        return log.size() == 2 && std::ranges::all_of(log, [](const json& each) {
                   return each.at("state") == "delivered" && each.at("attempts") == 1;
               });
    }));
    const auto received = receiver.wait_for(2);
    REQUIRE(received.size() == 2);
    for (const auto& each : received)
        jobs.erase(json::parse(each.body).at("data").at("job_id").get<std::string>());
    CHECK(jobs.empty());
}

} // namespace thimble::service::test
