// One queue for any phone over all nodes, whichever of them it lives at.
#include "service/nodes/relayed_queue.hpp"
#include "tests/service/nodes/two_nodes.hpp"

#include <memory>
#include <set>
#include <string>
#include <vector>

namespace thimble::service::test {

namespace {

/// A tap on any phone that waits for its turn at that node.
std::unique_ptr<http_client> begin_tap_on_any(const two_nodes& on, const running_service& at)
{
    auto out = std::make_unique<http_client>(at.port());
    out->send("POST /v1/tap?phone=any&wait_s=300 HTTP/1.1\r\nHost: x\r\nX-API-Key: " +
              on.there.ada_key + "\r\nContent-Length: 13\r\n\r\n{\"x\":1,\"y\":1}");
    return out;
}

std::size_t places_at(const two_nodes& on, const running_service& at)
{
    http_client client(at.port());
    const auto seen = client.ask("GET", "/v1/waiting", on.there.ada());
    return seen.status == 200 ? seen.json().at("waiting").size() : 1'000;
}

bool both_see(const two_nodes& on, std::size_t count)
{
    return e2e::eventually(std::chrono::seconds(30), [&] {
        return places_at(on, *on.here) == count && places_at(on, on.there.running) == count;
    });
}

} // namespace

TEST_CASE("all nodes choose the same place for a name, and few names move with a node",
          "[service][nodes]")
{
    const std::vector<std::string> all{"a", "b", "c"};
    const std::vector<std::string> in_another_order{"c", "a", "b"};
    std::set<std::string> chosen;
    for (int each = 0; each < 200; ++each) {
        const auto name = "account " + std::to_string(each);
        const auto place = nodes::place_among(all, name);
        CHECK(nodes::place_among(in_another_order, name) == place);
        if (place != "c")
            CHECK(nodes::place_among({"a", "b"}, name) == place);
        chosen.insert(place);
    }
    CHECK(chosen.size() == 3);
}

TEST_CASE("requests at two nodes take turns for one phone", "[service][nodes]")
{
    two_nodes on;
    const auto link = on.link_at(on.there.running.port());
    REQUIRE(on.connected(*on.here, 1));
    const auto job_id = on.tap(*on.here); // an action under way keeps the phone from all
    const auto under_way = two_nodes::hear<link::command>(*link);
    REQUIRE(under_way);
    CHECK(under_way->job_id == job_id);
    const auto first = begin_tap_on_any(on, *on.here);
    const auto second = begin_tap_on_any(on, on.there.running);
    REQUIRE(both_see(on, 2));
    link->say(two_nodes::success_of(*under_way));
    const auto one = two_nodes::hear<link::command>(*link);
    REQUIRE(one);
    REQUIRE(both_see(on, 1)); // the other waits as long as this one is under way
    link->say(two_nodes::success_of(*one));
    const auto other = two_nodes::hear<link::command>(*link);
    REQUIRE(other);
    CHECK(other->job_id != one->job_id);
    link->say(two_nodes::success_of(*other));
    CHECK(first->receive().status == 200);
    CHECK(second->receive().status == 200);
    CHECK(both_see(on, 0));
}

TEST_CASE("a client that goes away leaves the queue at whichever node", "[service][nodes]")
{
    two_nodes on;
    const auto link = on.link_at(on.there.running.port());
    REQUIRE(on.connected(*on.here, 1));
    on.tap(*on.here);
    const auto under_way = two_nodes::hear<link::command>(*link);
    REQUIRE(under_way);
    auto first = begin_tap_on_any(on, *on.here);
    auto second = begin_tap_on_any(on, on.there.running);
    REQUIRE(both_see(on, 2));
    first.reset();
    REQUIRE(both_see(on, 1));
    second.reset();
    CHECK(both_see(on, 0));
    link->say(two_nodes::success_of(*under_way));
}

TEST_CASE("a request is told at either node that no phone became free", "[service][nodes]")
{
    two_nodes on;
    const auto link = on.link_at(on.there.running.port());
    REQUIRE(on.connected(*on.here, 1));
    on.tap(*on.here);
    const auto under_way = two_nodes::hear<link::command>(*link);
    REQUIRE(under_way);
    for (auto* const each : {on.here.get(), &on.there.running}) {
        http_client client(each->port());
        const auto late =
            client.ask("POST", "/v1/tap?phone=any&wait_s=0", on.there.ada(), R"({"x":1,"y":1})");
        CHECK(late.status == 503);
        CHECK(late.error() == "NO_PHONE_FREE");
    }
    link->say(two_nodes::success_of(*under_way));
}

TEST_CASE("requests wait on when a node is gone at which their queue may have lived",
          "[service][nodes]")
{
    two_nodes on;
    const auto link = on.link_at(on.here->port());
    REQUIRE(on.connected(on.there.running, 1));
    on.tap(*on.here);
    const auto under_way = two_nodes::hear<link::command>(*link);
    REQUIRE(under_way);
    const auto waits = begin_tap_on_any(on, *on.here);
    REQUIRE(both_see(on, 1));
    on.between->cut("there");
    REQUIRE(two_nodes::until(*link, [&] { return two_nodes::others_of(*on.here) == 0; }));
    REQUIRE(two_nodes::until(*link, [&] { return places_at(on, *on.here) == 1; }));
    link->say(two_nodes::success_of(*under_way));
    // No phone is given while the other node still beats in the store: it may know of a use that
    // this one cannot hear of. Alone in the smaller half, it gives up its row after some leases.
    REQUIRE(two_nodes::until(*link, [&] { return places_at(on, *on.here) == 0; }));
    const auto next = two_nodes::hear<link::command>(*link);
    REQUIRE(next);
    link->say(two_nodes::success_of(*next));
    CHECK(waits->receive().status == 200);
}

} // namespace thimble::service::test
