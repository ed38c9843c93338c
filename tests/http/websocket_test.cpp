// The WebSocket: messages, limits, reasons, and an other end that does not read.
#include "http/websocket/message_pump.hpp"
#include "tests/http/socket_pair.hpp"

#include <exception>
#include <stdexcept>
#include <string_view>
#include <vector>

namespace thimble::service::test {

namespace {

using websocket::ended;
using websocket::message_pump;
using websocket::outbox;
using websocket::socket;

struct heard {
    bool binary = false;
    std::string bytes;

    friend bool operator==(const heard&, const heard&) = default;
};

boost::asio::awaitable<std::expected<heard, ended>> hear(socket& on)
{
    const auto next = co_await on.read();
    if (!next)
        co_return std::unexpected(next.error());
    co_return heard{.binary = next->binary, .bytes = std::string(next->bytes)};
}

boost::asio::awaitable<std::optional<ended>> until_it_ends(socket& on)
{
    while (true) {
        const auto next = co_await on.read();
        if (!next)
            co_return next.error();
    }
}

/// An message_pump that runs until it ends, and what it was told.
struct running_exchange {
    running_exchange(boost::asio::io_context& context,
                     socket& on,
                     websocket::outbox_limits limits = {})
        : wire(context.get_executor(), limits)
    {
        boost::asio::co_spawn(
            context,
            wire.run(on, [this](const socket::incoming& what) { told.emplace_back(what.bytes); }),
            [this](const std::exception_ptr& problem, message_pump::outcome how) {
                REQUIRE_FALSE(problem);
                end = std::move(how);
            });
    }

    message_pump wire;
    std::vector<std::string> told;
    std::optional<message_pump::outcome> end;
};

} // namespace

TEST_CASE("text and bytes arrive whole, in both directions", "[service]")
{
    boost::asio::io_context home;
    socket_pair both(home);
    auto& client = both.client->value();
    auto& server = both.server->value();
    const std::vector<std::byte> bytes(1000, std::byte{7});
    CHECK(finish(both.context, client.write(std::string_view("hello"))));
    CHECK(finish(both.context, hear(server)).value() == heard{false, "hello"});
    CHECK(finish(both.context, server.write(std::span(bytes))));
    CHECK(finish(both.context, hear(client)).value() == heard{true, std::string(1000, '\7')});
}

TEST_CASE("an end that speaks another protocol is not linked with", "[service]")
{
    boost::asio::io_context home;
    const socket_pair both(home, {"test.2", 1024}, {"test.1", 1024});
    REQUIRE_FALSE(*both.client);
    CHECK(both.client->error().status == 101);
}

TEST_CASE("a message beyond the limit ends the socket with that reason", "[service]")
{
    boost::asio::io_context home;
    socket_pair both(home);
    auto& client = both.client->value();
    auto& server = both.server->value();
    CHECK(finish(both.context, client.write(std::string_view(std::string(1025, 'x')))));
    const auto refused = finish(both.context, hear(server));
    REQUIRE_FALSE(refused);
    CHECK(refused.error().code == 1009);
    CHECK(finish(both.context, until_it_ends(client))->code == 1009);
}

TEST_CASE("the reason for an end arrives at the other end", "[service]")
{
    boost::asio::io_context home;
    socket_pair both(home);
    running_exchange here(both.context, both.client->value());
    running_exchange there(both.context, both.server->value());
    here.wire.out().push("last words");
    here.wire.end(4001, "replaced");
    run_until(both.context, [&] { return here.end && there.end; });
    CHECK(here.end->ours);
    CHECK(here.end->how.code == 4001);
    CHECK_FALSE(there.end->ours);
    CHECK(there.end->how.code == 4001);
    CHECK(there.end->how.text == "replaced");
}

TEST_CASE("an message_pump that pauses its reading reads on when the time is over", "[service]")
{
    boost::asio::io_context home;
    socket_pair both(home);
    message_pump wire(home.get_executor());
    std::vector<std::string> told;
    std::chrono::steady_clock::time_point second_at;
    const auto began = std::chrono::steady_clock::now();
    const auto pause = std::chrono::milliseconds(300);
    std::optional<message_pump::outcome> end;
    boost::asio::co_spawn(home,
                          wire.run(both.server->value(),
                                   [&](const socket::incoming& what) {
                                       told.emplace_back(what.bytes);
                                       second_at = std::chrono::steady_clock::now();
                                       if (told.size() == 1)
                                           wire.pause_reading(pause);
                                   }),
                          [&](const std::exception_ptr&, message_pump::outcome how) { end = how; });
    running_exchange there(home, both.client->value());
    there.wire.out().push("first");
    there.wire.out().push("second");
    run_until(home, [&] { return told.size() == 2; });
    CHECK(told == std::vector<std::string>{"first", "second"});
    CHECK(second_at - began >= pause);
    wire.end(4001, "over");
    run_until(home, [&] { return end && there.end; });
}

TEST_CASE("an message_pump ends at once while its reading is paused", "[service]")
{
    boost::asio::io_context home;
    socket_pair both(home);
    message_pump wire(home.get_executor());
    std::size_t told = 0;
    std::optional<message_pump::outcome> end;
    boost::asio::co_spawn(home,
                          wire.run(both.server->value(),
                                   [&](const socket::incoming&) {
                                       ++told;
                                       wire.pause_reading(std::chrono::hours(1));
                                   }),
                          [&](const std::exception_ptr&, message_pump::outcome how) { end = how; });
    running_exchange there(home, both.client->value());
    there.wire.out().push("first");
    there.wire.out().push("second");
    run_until(home, [&] { return told == 1; });
    wire.end(4001, "over");
    run_until(home, [&] { return end && there.end; });
    CHECK(told == 1);
    CHECK(there.end->how.code == 4001);
}

TEST_CASE("a connection that just breaks has no reason", "[service]")
{
    boost::asio::io_context home;
    socket_pair both(home);
    running_exchange here(both.context, both.client->value());
    both.server->value().cut();
    run_until(both.context, [&] { return here.end.has_value(); });
    CHECK_FALSE(here.end->ours);
    CHECK(here.end->how.code == 0);
}

TEST_CASE("what waits goes out in order, and states after all else", "[service]")
{
    boost::asio::io_context home;
    socket_pair both(home);
    running_exchange there(both.context, both.server->value());
    message_pump wire(both.context.get_executor());
    bool ended = false;
    wire.out().push_state("phone", "old state");
    wire.out().push("first");
    wire.out().push_state("phone", "new state");
    wire.out().push("second");
    boost::asio::co_spawn(
        both.context, wire.run(both.client->value(), [](const socket::incoming&) {}),
        [&](const std::exception_ptr&, const message_pump::outcome&) { ended = true; });
    run_until(both.context, [&] { return there.told.size() == 3; });
    CHECK(there.told == std::vector<std::string>{"first", "second", "new state"});
    wire.end(1001, "");
    run_until(both.context, [&] { return there.end && ended; });
}

TEST_CASE("what is made when its turn has come keeps its place, and may not be wanted", "[service]")
{
    boost::asio::io_context home;
    socket_pair both(home);
    running_exchange there(both.context, both.server->value());
    running_exchange here(both.context, both.client->value(), {.bytes = 20});
    here.wire.out().push_state("phone", "state");
    here.wire.out().push("first");
    here.wire.out().push_later([] { return std::string(100, 'x'); });
    here.wire.out().push_later([] { return std::nullopt; });
    here.wire.out().push("last");
    run_until(both.context, [&] { return there.told.size() == 4 || here.end; });
    CHECK(there.told == std::vector<std::string>{"first", std::string(100, 'x'), "last", "state"});
    here.wire.end(1001, "");
    run_until(both.context, [&] { return there.end && here.end; });
}

TEST_CASE("a receiver that throws ends the message_pump at once, with that exception", "[service]")
{
    boost::asio::io_context context;
    socket_pair ends(context);
    message_pump wire(context.get_executor());
    std::exception_ptr thrown;
    bool ended = false;
    boost::asio::co_spawn(
        context,
        wire.run(**ends.server,
                 [](const socket::incoming&) { throw std::runtime_error("cannot take it"); }),
        [&](const std::exception_ptr& problem, const message_pump::outcome&) {
            thrown = problem;
            ended = true;
        });
    REQUIRE(finish(context, (*ends.client)->write(std::string_view("anything"))));
    run_until(context, [&] { return ended; });
    REQUIRE(thrown);
    CHECK_THROWS_AS(std::rethrow_exception(thrown), std::runtime_error);
}

TEST_CASE("an end that takes nothing is found out by volume", "[service]")
{
    boost::asio::io_context home;
    socket_pair both(home);
    running_exchange here(both.context, both.client->value(), {.bytes = 100'000});
    for (int i = 0; i < 100; ++i)
        here.wire.out().push(std::string(10'000, 'x'));
    run_until(both.context, [&] { return here.end.has_value(); });
    CHECK(here.end->ours);
    CHECK(here.end->how.code == 4007);
}

TEST_CASE("an end that takes nothing can be left all the same", "[service]")
{
    boost::asio::io_context home;
    socket_pair both(home, {"test.1", 1024}, {"test.1", 64UL * 1024 * 1024});
    running_exchange here(both.context, both.client->value());
    here.wire.out().push(std::string(32UL * 1024 * 1024, 'x')); // more than a socket holds
    both.context.restart();
    both.context.poll();
    const auto began = std::chrono::steady_clock::now();
    here.wire.end(4001, "replaced");
    run_until(both.context, [&] { return here.end.has_value(); });
    CHECK(std::chrono::steady_clock::now() - began < std::chrono::seconds(10));
    CHECK(here.end->how.code == 4001);
}

TEST_CASE("an end that takes nothing is found out by time", "[service]")
{
    boost::asio::io_context home;
    socket_pair both(home, {"test.1", 1024}, {"test.1", 64UL * 1024 * 1024});
    running_exchange here(both.context, both.client->value(),
                          {.bytes = 64UL * 1024 * 1024, .time = std::chrono::seconds(1)});
    here.wire.out().push(std::string(32UL * 1024 * 1024, 'x')); // more than a socket holds
    run_until(both.context, [&] { return here.end.has_value(); });
    CHECK(here.end->ours);
    CHECK(here.end->how.code == 4007);
}

} // namespace thimble::service::test
