// Labels, settings and leases of phones are the same at every node.
#include "service/leases/lease_rows.hpp"
#include "service/phones/phone_rows.hpp"
#include "tests/service/nodes/two_nodes.hpp"
#include "text/iso_time.hpp"

#include <future>

namespace thimble::service::test {

namespace {

using nlohmann::json;

constexpr auto tap_of_record = R"({"x":310,"y":600})";

/// Two nodes, one phone, a second key.
struct nodes_with_phone : two_nodes {
    nodes_with_phone()
    {
        REQUIRE(connected(*here, 1));
        id = client_here.ask("GET", "/v1/phones", there.ada()).json().at(0).at("id");
        const auto made = client_here.ask("POST", "/v1/keys", there.ada(), R"({"name":"lab"})");
        REQUIRE(made.status == 201);
        lab = {{"X-API-Key", made.json().at("key").get<std::string>()}};
    }

    std::string of_phone(const std::string& tail) const { return "/v1/phones/" + id + "/" + tail; }

    json record(http_client& at) { return at.ask("GET", "/v1/phones", there.ada()).json().at(0); }

    std::unique_ptr<link_peer> link = link_at(there.running.port());
    http_client client_here{here->port()};
    http_client& client_there = there.client;
    std::string id;
    headers lab;
};

} // namespace

TEST_CASE("labels and a name that are given at one node are known at the other",
          "[service][nodes][store]")
{
    nodes_with_phone on;
    REQUIRE(
        on.client_here.ask("PUT", on.of_phone("labels"), on.there.ada(), R"({"labels":["smoke"]})")
            .status == 200);
    CHECK(on.record(on.client_there).at("labels") == json::array({"smoke"}));
    REQUIRE(on.client_there
                .ask("PATCH", on.of_phone("settings"), on.there.ada(), R"({"display_name":"Desk"})")
                .status == 200);
    CHECK(on.record(on.client_here).at("display_name") == "Desk");
    CHECK(on.record(on.client_here).at("labels") == json::array({"smoke"}));
    REQUIRE(on.client_here
                .ask("PUT", on.of_phone("shortcuts"), on.there.ada(), R"({"shortcuts":["Log"]})")
                .status == 200);
    CHECK(on.client_there.ask("GET", "/v1/phones/Desk/shortcuts", on.there.ada())
              .json()
              .at("shortcuts") == json::array({"Log"}));
}

TEST_CASE("a phone that was selected at one node is meant at the other at once",
          "[service][nodes][store]")
{
    nodes_with_phone on;
    on.link->say(phone("udid-2", "Second"));
    REQUIRE(on.connected(*on.here, 2));
    REQUIRE(on.connected(on.there.running, 2));
    CHECK(on.client_there.ask("GET", "/v1/info", on.there.ada()).error() == "NO_PHONE_SELECTED");
    auto asked = std::async(std::launch::async, [&] {
        return http_client(on.here->port())
            .ask("POST", "/v1/phones/Second/select", on.there.ada(), "{}");
    });
    const auto command = two_nodes::hear<link::command>(*on.link);
    REQUIRE(command);
    CHECK(std::holds_alternative<link::select>(command->what));
    on.link->say(two_nodes::success_of(*command));
    const auto selected = asked.get();
    INFO(selected.body);
    REQUIRE(selected.status == 200);
    const auto meant = on.client_there.ask("GET", "/v1/info", on.there.ada());
    INFO(meant.body);
    CHECK(meant.field("x-phone-id") == selected.json().at("phone_id").get<std::string>());
}

TEST_CASE("a phone that changes at the node with its link keeps its labels", "[service][nodes]")
{
    nodes_with_phone on;
    REQUIRE(
        on.client_here.ask("PUT", on.of_phone("labels"), on.there.ada(), R"({"labels":["smoke"]})")
            .status == 200);
    auto changed = phone("udid-1", "Renamed");
    on.link->say(changed);
    REQUIRE(e2e::eventually(std::chrono::seconds(30),
                            [&] { return on.record(on.client_here).at("name") == "Renamed"; }));
    const auto stored = [&] {
        std::optional<store::phone_row> row;
        on.there.on_database([&](store::transaction& at) {
            for (auto& each : store::all_phones(at))
                if (each.id == on.id)
                    row = std::move(each);
        });
        return row;
    };
    REQUIRE(e2e::eventually(std::chrono::seconds(30), [&] {
        const auto row = stored();
        return row && row->facts.contains("Renamed");
    }));
    CHECK(stored()->labels == R"(["smoke"])");
}

TEST_CASE("a phone that is leased at one node is leased at the other", "[service][nodes][store]")
{
    nodes_with_phone on;
    const auto taken = on.client_here.ask("POST", on.of_phone("lease"), on.lab, "{}");
    REQUIRE(taken.status == 200);
    const auto refused =
        on.client_there.ask("POST", on.of_phone("tap"), on.there.ada(), tap_of_record);
    CHECK(refused.error() == "PHONE_LEASED");
    CHECK(on.client_there.ask("POST", on.of_phone("lease"), on.there.ada(), "{}").error() ==
          "PHONE_LEASED");
    const auto again = on.client_there.ask("POST", on.of_phone("lease"), on.lab, "{}");
    REQUIRE(again.status == 200);
    CHECK(again.json().at("lease").at("id") == taken.json().at("lease").at("id"));
    REQUIRE(on.client_there.ask("DELETE", on.of_phone("lease"), on.lab).status == 204);
    CHECK(on.record(on.client_here).at("lease").is_null());
    CHECK(on.client_here.ask("POST", on.of_phone("lease"), on.there.ada(), "{}").status == 200);
}

TEST_CASE("of two nodes that lease a phone at the same time one is refused", "[service][nodes]")
{
    nodes_with_phone on;
    reply one;
    auto at_the_same_time = std::async(std::launch::async, [&] {
        http_client client(on.here->port());
        one = client.ask("POST", on.of_phone("lease"), on.lab, "{}");
    });
    const auto other = on.client_there.ask("POST", on.of_phone("lease"), on.there.ada(), "{}");
    at_the_same_time.get();
    INFO(one.body << other.body);
    CHECK((one.status == 200) != (other.status == 200));
    CHECK((one.status == 200 ? other : one).error() == "PHONE_LEASED");
}

TEST_CASE("a node that was cut off knows what has changed before it answers", "[service][nodes]")
{
    nodes_with_phone on;
    on.between->cut("here");
    REQUIRE(
        on.client_there.ask("PUT", on.of_phone("labels"), on.there.ada(), R"({"labels":["late"]})")
            .status == 200);
    REQUIRE(on.client_there.ask("POST", on.of_phone("lease"), on.lab, "{}").status == 200);
    on.between->cut("here", false);
    REQUIRE(two_nodes::answers(*on.here));
    CHECK(on.record(on.client_here).at("labels") == json::array({"late"}));
    CHECK(on.client_here.ask("POST", on.of_phone("tap"), on.there.ada(), tap_of_record).error() ==
          "PHONE_LEASED");
}

TEST_CASE("a phone that is forgotten at one node is unknown at the other", "[service][nodes]")
{
    nodes_with_phone on;
    on.link.reset();
    REQUIRE(on.connected(*on.here, 0));
    REQUIRE(on.connected(on.there.running, 0));
    // Waits until all is written.
    REQUIRE(on.client_there.ask("GET", "/v1/jobs", on.there.ada()).status == 200);
    REQUIRE(on.client_here.ask("DELETE", "/v1/phones/" + on.id, on.there.ada()).status == 204);
    CHECK(on.client_there.ask("GET", on.of_phone("status"), on.there.ada()).error() ==
          "PHONE_NOT_FOUND");
}

TEST_CASE("phones of a deleted account are forgotten at every node", "[service][nodes]")
{
    nodes_with_phone on;
    REQUIRE(on.there.ask("account delete", {{"name", "ada"}, {"yes", "yes"}}).done);
    for (auto* const each : {on.here.get(), &on.there.running}) {
        http_client client(each->port());
        CHECK(e2e::eventually(std::chrono::seconds(30), [&] {
            const auto text = client.ask("GET", "/metrics", {}).body;
            return text.contains("thimble_phones{connection=\"connected\"} 0\n") &&
                   text.contains("thimble_phones{connection=\"offline\"} 0\n");
        }));
    }
}

TEST_CASE("a phone that is forgotten while its desktop is awaited does not come back",
          "[service][nodes]")
{
    nodes_with_phone on;
    on.between->cut("here");
    REQUIRE(two_nodes::until(*on.link, [&] { return two_nodes::others_of(*on.here) == 0; }));
    on.link->close(link::close_reason::draining); // which only the other hears of, and waits
    REQUIRE(on.there.running.logs("ended from there"));
    on.between->cut("here", false);
    REQUIRE(two_nodes::answers(*on.here));
    REQUIRE(e2e::eventually(std::chrono::seconds(30), [&] { return on.see_each_other(); }));
    REQUIRE(on.connected(*on.here, 0));
    if (on.there.running.logged().contains("has not linked again in time"))
        WARN("the desktop was given up before its phone was forgotten: this shows nothing");
    REQUIRE(on.client_here.ask("DELETE", "/v1/phones/" + on.id, on.there.ada()).status == 204);
    REQUIRE(on.there.running.logs("has not linked again in time"));
    CHECK(on.client_there.ask("GET", on.of_phone("status"), on.there.ada()).error() ==
          "PHONE_NOT_FOUND");
    // Waits until all is written.
    REQUIRE(on.client_there.ask("GET", "/v1/jobs", on.there.ada()).status == 200);
    on.there.on_database([&](store::transaction& at) { CHECK(store::all_phones(at).empty()); });
}

TEST_CASE("a node that ends writes down when it has last seen its phones", "[service][nodes]")
{
    two_nodes on;
    const auto link = on.link_at(on.here->port());
    REQUIRE(on.connected(*on.here, 1));
    http_client client(on.here->port());
    const auto told = [&] {
        const auto all = client.ask("GET", "/v1/phones", on.there.ada()).json();
        return all.at(0).at("last_seen_at").get<std::string>();
    };
    const auto stored = [&] {
        std::string out;
        on.there.on_database([&](store::transaction& at) {
            for (const auto& each : store::all_phones(at))
                out = iso_time(each.last_seen_at);
        });
        return out;
    };
    REQUIRE(e2e::eventually(std::chrono::seconds(30), [&] { return !stored().empty(); }));
    const auto first = stored();
    REQUIRE(e2e::eventually(std::chrono::seconds(30), [&] {
        link->say(phone("udid-1")); // which is merely there
        return told() > first;
    }));
    on.here->stop();
    CHECK(stored() > first);
}

TEST_CASE("a lease in the store is another's until it has expired", "[service][nodes][store]")
{
    two_nodes on;
    const auto now = lease::clock::now();
    const auto of = [&](const std::string& holder, const std::string& lease_id) {
        return lease_row{.phone_id = "phone",
                         .account_id = "account",
                         .of = {.id = lease_id,
                                .holder = {.kind = actor_kind::key, .id = holder, .name = {}},
                                .created_at = now,
                                .expires_at = now + std::chrono::hours(1)}};
    };
    on.there.on_database([&](store::transaction& at) {
        CHECK(claim_lease(at, of("ada", "1"), now).of.id == "1");
        CHECK(claim_lease(at, of("bob", "2"), now).of.holder.id == "ada");
        CHECK(claim_lease(at, of("ada", "3"), now).of.id == "1"); // renewed
        remove_lease_until(at, "phone", "1", now);                // it lasts longer by now
        CHECK(find_lease(at, "phone"));
        CHECK(claim_lease(at, of("bob", "2"), now + std::chrono::hours(2)).of.id == "2");
        remove_lease(at, "phone", "2");
        CHECK_FALSE(find_lease(at, "phone"));
    });
}

} // namespace thimble::service::test
