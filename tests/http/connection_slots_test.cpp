// Connections that give way when there is no room for another.
#include "http/connection_slots.hpp"
#include "tests/catch2.hpp"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/io_context.hpp>

#include <string>
#include <vector>

namespace thimble::service::http::test {

namespace asio = boost::asio;

namespace {

struct counted_connections {
    explicit counted_connections(std::size_t all, std::size_t of_address)
        : slots(context.get_executor(), granting(all, of_address))
    {
    }

    static limits granting(std::size_t all, std::size_t of_address)
    {
        limits out;
        out.connections = all;
        out.connections_of_address = of_address;
        return out;
    }

    using slot = std::unique_ptr<connection_slot>;

    slot open(const std::string& network, const std::string& name)
    {
        auto made = slots.take(network);
        made->when_evicted([this, name] { closed.push_back(name); });
        return made;
    }

    /// True if there is room at once, for anybody.
    bool makes_room()
    {
        bool made = false;
        asio::co_spawn(context, make_room(made), asio::detached);
        context.restart();
        context.poll();
        return made;
    }

    asio::awaitable<void> make_room(bool& made)
    {
        co_await slots.make_room();
        made = true;
    }

    asio::io_context context{1};
    connection_slots slots;
    std::vector<std::string> closed;
};

using names = std::vector<std::string>;

} // namespace

TEST_CASE("a network over its share loses its own oldest connection, and nobody else does",
          "[http]")
{
    counted_connections on(100, 2);
    const auto other = on.open("b", "b1");
    const auto first = on.open("a", "a1");
    const auto second = on.open("a", "a2");
    CHECK(on.slots.make_room_for("b"));
    CHECK(on.closed.empty());
    CHECK(on.slots.make_room_for("a"));
    CHECK(on.closed == names{"a1"});
    second->enter(connection_stage::answering);
    const auto third = on.open("a", "a3");
    third->enter(connection_stage::answering);
    CHECK_FALSE(on.slots.make_room_for("a"));
    CHECK(on.closed == names{"a1"});
    CHECK(on.slots.size() == 3);
}

TEST_CASE("when all slots are taken, the network with most idle connections loses its oldest",
          "[http]")
{
    counted_connections on(4, 4);
    const auto honest = on.open("b", "b1"); // the oldest of all
    const auto first = on.open("a", "a1");
    const auto second = on.open("a", "a2");
    CHECK(on.makes_room());
    CHECK(on.closed.empty());
    const auto third = on.open("a", "a3");
    CHECK(on.makes_room());
    CHECK(on.closed == names{"a1"});
    CHECK(on.slots.size() == 3);
}

TEST_CASE("one that waits goes before one that transfers, and that before none", "[http]")
{
    counted_connections on(3, 3);
    const auto slow = on.open("a", "slow");
    slow->enter(connection_stage::transferring);
    const auto busy = on.open("a", "busy");
    busy->enter(connection_stage::answering);
    auto idle = on.open("a", "idle");
    CHECK(on.makes_room());
    CHECK(on.closed == names{"idle"});
    idle = on.open("a", "another");
    idle->enter(connection_stage::upgraded);
    CHECK(on.makes_room());
    CHECK(on.closed == names{"idle", "slow"});
    const auto last = on.open("b", "last");
    last->enter(connection_stage::answering);
    CHECK_FALSE(on.makes_room());
}

TEST_CASE("a newcomer waits until a connection becomes idle or ends", "[http]")
{
    counted_connections on(1, 1);
    auto busy = on.open("a", "busy");
    busy->enter(connection_stage::answering);
    bool made = false;
    asio::co_spawn(on.context, on.make_room(made), asio::detached);
    on.context.poll();
    CHECK_FALSE(made);
    busy->enter(connection_stage::waiting);
    on.context.poll();
    CHECK(made);
    CHECK(on.closed == names{"busy"});
    busy = on.open("a", "next");
    busy->enter(connection_stage::answering);
    made = false;
    asio::co_spawn(on.context, on.make_room(made), asio::detached);
    on.context.restart();
    on.context.poll();
    CHECK_FALSE(made);
    busy.reset();
    on.context.poll();
    CHECK(made);
}

TEST_CASE("what is upgraded no longer counts for its network", "[http]")
{
    counted_connections on(100, 1);
    const auto link = on.open("a", "link");
    link->enter(connection_stage::answering);
    CHECK_FALSE(on.slots.make_room_for("a"));
    link->enter(connection_stage::upgraded);
    CHECK(on.slots.make_room_for("a"));
    CHECK(on.slots.size() == 1);
}

TEST_CASE("a proxy's connection counts for the client that it speaks for, during a request",
          "[http]")
{
    counted_connections on(100, 1);
    const auto first = on.open("proxy", "first");
    const auto second = on.open("proxy", "second");
    CHECK(first->count_for("a"));
    CHECK_FALSE(second->count_for("a"));
    CHECK(second->count_for("b"));
    CHECK(first->count_for("a")); // the next request, without a wait in between
    first->enter(connection_stage::answering);
    CHECK_FALSE(second->count_for("a"));
    first->enter(connection_stage::waiting);
    CHECK(second->count_for("a"));
}

} // namespace thimble::service::http::test
