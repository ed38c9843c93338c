// A follower of events goes on at another node, and what all nodes see is told once.
#include "tests/service/nodes/two_nodes.hpp"

#include <algorithm>
#include <string>
#include <vector>

namespace thimble::service::test {

using nlohmann::json;

namespace {

json events_at(const two_nodes& on, const running_service& at, const std::string& since = {})
{
    http_client client(at.port());
    return client
        .ask("GET", since.empty() ? "/v1/events" : "/v1/events?since=" + since, on.there.ada())
        .json();
}

std::size_t jobs_in(const json& page)
{
    return static_cast<std::size_t>(std::ranges::count_if(
        page.at("events"), [](const json& each) { return each.at("type") == "job"; }));
}

void tap_to_the_end(two_nodes& on, running_service& at, link_peer& with_link)
{
    const auto job_id = on.tap(at);
    const auto command = two_nodes::hear<link::command>(with_link);
    REQUIRE(command);
    with_link.say(two_nodes::success_of(*command));
    CHECK(on.ended(at, job_id).at("status") == "completed");
}

/// Phones that were told to have gone, by their UDIDs.
std::vector<std::string> gone_in(const json& page)
{
    std::vector<std::string> out;
    for (const auto& each : page.at("events"))
        if (each.at("type") == "phone" &&
            each.at("data").at("phone").at("connection_status") == "offline")
            out.push_back(each.at("data").at("phone").at("unique_id").get<std::string>());
    return out;
}

/// That its phone was told once to have gone, and is there at the end.
void check_gone_and_back(const json& page)
{
    INFO(page.dump());
    std::vector<bool> offline;
    for (const auto& each : page.at("events"))
        if (each.at("type") == "phone")
            offline.push_back(each.at("data").at("phone").at("connection_status") == "offline");
    CHECK(std::ranges::count(offline, true) == 1);
    REQUIRE_FALSE(offline.empty());
    CHECK_FALSE(offline.back());
}

bool both_have(const two_nodes& on, std::size_t jobs)
{
    return e2e::eventually(std::chrono::seconds(30), [&] {
        return jobs_in(events_at(on, *on.here)) == jobs &&
               jobs_in(events_at(on, on.there.running)) == jobs;
    });
}

} // namespace

TEST_CASE("a follower goes on at another node with what it has missed", "[service][nodes]")
{
    two_nodes on;
    const auto link = on.link_at(on.there.running.port());
    REQUIRE(on.connected(*on.here, 1));
    tap_to_the_end(on, *on.here, *link);
    tap_to_the_end(on, on.there.running, *link);
    REQUIRE(both_have(on, 2));
    const auto last = events_at(on, on.there.running).at("last_id").get<std::string>();
    const auto nothing = events_at(on, *on.here, last);
    CHECK(nothing.at("missed") == false);
    CHECK(jobs_in(nothing) == 0);
    tap_to_the_end(on, on.there.running, *link);
    tap_to_the_end(on, *on.here, *link);
    REQUIRE(both_have(on, 4));
    for (auto* const each : {on.here.get(), &on.there.running}) {
        const auto page = events_at(on, *each, last);
        INFO(page.dump());
        CHECK(page.at("missed") == false);
        CHECK(jobs_in(page) == 2);
    }
}

TEST_CASE("the end of a lease by time is told once at each node", "[service][nodes]")
{
    two_nodes on;
    const auto link = on.link_at(on.there.running.port());
    REQUIRE(on.connected(*on.here, 1));
    http_client client(on.here->port());
    const auto id = client.ask("GET", "/v1/phones", on.there.ada()).json().at(0).at("id");
    const auto path = "/v1/phones/" + id.get<std::string>() + "/lease";
    const auto leased = client.ask("POST", path, on.there.ada(), R"({"duration_s":5})");
    INFO(leased.body);
    REQUIRE(leased.status < 300);
    const auto ends_at = [&](const running_service& at) {
        std::size_t ends = 0;
        bool held = false;
        for (const auto& each : events_at(on, at).at("events")) {
            if (each.at("type") != "phone")
                continue;
            const bool now = !each.at("data").at("phone").at("lease").is_null();
            ends += held && !now ? 1U : 0U;
            held = now;
        }
        return ends;
    };
    REQUIRE(e2e::eventually(std::chrono::seconds(60), [&] {
        link->say(link::heartbeat{});
        return ends_at(*on.here) > 0 && ends_at(on.there.running) > 0;
    }));
    CHECK(ends_at(*on.here) == 1);
    CHECK(ends_at(on.there.running) == 1);
}

TEST_CASE("phones that stay when their desktop links again are not told to have gone",
          "[service][nodes]")
{
    using udids = std::vector<std::string>;
    two_nodes on;
    const auto first = on.link_at(on.there.running.port());
    first->say(phone("udid-2", "Bob's iPhone"));
    REQUIRE(on.connected(*on.here, 2));
    first->close(link::close_reason::draining);
    const auto second = on.link_at(on.here->port()); // without the second phone
    REQUIRE(on.connected(on.there.running, 1));
    CHECK(gone_in(events_at(on, *on.here)) == udids{"udid-2"});
    const auto third = on.link_at(on.there.running.port());
    CHECK(second->close_reason() == "replaced");
    tap_to_the_end(on, *on.here, *third); // which has heard of that link
    for (auto* const each : {on.here.get(), &on.there.running})
        CHECK(e2e::eventually(std::chrono::seconds(30),
                              [&] { return gone_in(events_at(on, *each)) == udids{"udid-2"}; }));
    CHECK(gone_in(events_at(on, on.there.running)) == udids{"udid-2"});
}

TEST_CASE("a node that is cut off does not tell that the phones of others have gone",
          "[service][nodes]")
{
    two_nodes on;
    const auto link = on.link_at(on.there.running.port());
    REQUIRE(on.connected(*on.here, 1));
    on.between->cut("here");
    REQUIRE(two_nodes::until(*link, [&] { return two_nodes::others_of(*on.here) == 0; }));
    on.between->cut("here", false);
    REQUIRE(two_nodes::becomes_cut_off(*on.here, *link, false));
    REQUIRE(on.connected(*on.here, 1));
    const auto page = events_at(on, *on.here);
    INFO(page.dump());
    CHECK(std::ranges::none_of(page.at("events"), [](const json& each) {
        return each.at("type") == "phone" &&
               each.at("data").at("phone").at("connection_status") == "offline";
    }));
}

TEST_CASE("phones of a desktop that stays away are told to have gone once", "[service][nodes]")
{
    two_nodes on;
    const auto link = on.link_at(on.there.running.port());
    REQUIRE(on.connected(*on.here, 1));
    link->close(link::close_reason::draining);
    for (auto* const each : {on.here.get(), &on.there.running}) {
        REQUIRE(on.connected(*each, 0));
        CHECK(e2e::eventually(std::chrono::seconds(30),
                              [&] { return !gone_in(events_at(on, *each)).empty(); }));
    }
    for (auto* const each : {on.here.get(), &on.there.running})
        CHECK(gone_in(events_at(on, *each)) == std::vector<std::string>{"udid-1"});
}

TEST_CASE("a node that is cut off does not tell that a desktop has stayed away", "[service][nodes]")
{
    two_nodes on;
    const auto first = on.link_at(on.there.running.port());
    REQUIRE(on.connected(*on.here, 1));
    on.between->cut("there");
    REQUIRE(two_nodes::becomes_cut_off(on.there.running, *first));
    first->close(link::close_reason::draining);
    const auto second = on.link_at(on.here->port()); // which the other does not hear of
    REQUIRE(on.there.running.logs("has not linked again in time"));
    on.between->cut("there", false);
    REQUIRE(two_nodes::becomes_cut_off(on.there.running, *second, false));
    REQUIRE(on.connected(on.there.running, 1));
    CHECK(gone_in(events_at(on, on.there.running)).empty());
}

TEST_CASE("phones of a node that was cut off are told to have gone, and to be back",
          "[service][nodes]")
{
    two_nodes on;
    const auto link = on.link_at(on.there.running.port());
    REQUIRE(on.connected(*on.here, 1));
    on.between->cut("there");
    REQUIRE(two_nodes::until(*link, [&] { return two_nodes::others_of(*on.here) == 0; }));
    on.between->cut("there", false);
    REQUIRE(two_nodes::becomes_cut_off(on.there.running, *link, false));
    REQUIRE(on.connected(*on.here, 1));
    check_gone_and_back(events_at(on, *on.here));
}

TEST_CASE("phones are told to be back whose desktop has linked while its node was not heard",
          "[service][nodes]")
{
    two_nodes on;
    const auto first = on.link_at(on.there.running.port());
    REQUIRE(on.connected(*on.here, 1));
    on.between->cut("there");
    const auto second = on.link_at(on.there.running.port()); // which holds its lease for a while
    REQUIRE(two_nodes::until(*second, [&] { return two_nodes::others_of(*on.here) == 0; }));
    on.between->cut("there", false);
    REQUIRE(two_nodes::becomes_cut_off(on.there.running, *second, false));
    REQUIRE(on.connected(*on.here, 1));
    check_gone_and_back(events_at(on, *on.here));
}

} // namespace thimble::service::test
