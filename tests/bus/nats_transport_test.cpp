// Messages over a real server of NATS.
#include "bus/message_bus.hpp"
#include "bus/nats_transport.hpp"
#include "tests/async/wait_for.hpp"
#include "tests/bus/nats_server.hpp"
#include "tests/catch2.hpp"
#include "tests/e2e/eventually.hpp"

#include <spdlog/logger.h>
#include <spdlog/sinks/ringbuffer_sink.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <string>

namespace thimble::service::bus {

namespace {

using namespace std::chrono_literals;

using answer = std::expected<std::string, no_reply>;

/// Two nodes on one home thread, at a server that the test has started.
struct nats_nodes {
    explicit nats_nodes(const std::string& url)
        : over_here(node_at(url)), over_there(node_at(url)), here(home.get_executor(), over_here),
          there(home.get_executor(), over_there)
    {
    }

    std::shared_ptr<transport> node_at(const std::string& url)
    {
        auto log = std::make_shared<spdlog::logger>("nats", logged);
        return nats_transport::make(home.get_executor(), nats_address::parse(url).value(), log);
    }

    /// Runs the home thread until it holds.
    template <class Condition>
    bool until(Condition holds)
    {
        return e2e::eventually(30s, [&] {
            home.restart();
            home.poll();
            return holds();
        });
    }

    answer ask(const std::string& subject, std::string bytes, std::chrono::milliseconds limit)
    {
        std::optional<answer> out;
        boost::asio::co_spawn(home, here.request(subject, std::move(bytes), limit),
                              [&](const std::exception_ptr&, answer got) { out = std::move(got); });
        CHECK(until([&] { return out.has_value(); }));
        return out.value_or(std::unexpected(no_reply::late));
    }

    bool says(const std::string& text) const
    {
        return std::ranges::any_of(logged->last_formatted(),
                                   [&](const auto& line) { return line.contains(text); });
    }

    boost::asio::io_context home;
    std::shared_ptr<spdlog::sinks::ringbuffer_sink_mt> logged =
        std::make_shared<spdlog::sinks::ringbuffer_sink_mt>(100);
    std::shared_ptr<transport> over_here;
    std::shared_ptr<transport> over_there;
    message_bus here;
    message_bus there;
};

/// nullptr where there is no such program, which is said.
std::unique_ptr<test::nats_server> started(const std::string& token = {})
{
    const auto program = test::nats_server::installed();
    if (program)
        return std::make_unique<test::nats_server>(*program, token);
    WARN("The server of NATS is not installed: skipped (scripts/setup)");
    return nullptr;
}

} // namespace

TEST_CASE("nodes talk through a server of NATS", "[bus][nats]")
{
    const auto server = started();
    if (!server)
        return;
    nats_nodes on(server->url());
    REQUIRE(on.until([&] { return on.here.connected() && on.there.connected(); }));
    CHECK(on.ask("ask", "?", 30s) == answer(std::unexpected(no_reply::not_delivered)));
    auto one = on.there.subscribe(
        "ask", [&](const message& what) { CHECK(on.there.reply(what, what.bytes + "!")); });
    CHECK(on.until([&] { return on.ask("ask", "yes", 30s) == answer("yes!"); }));
    const std::string large(5 * part_bytes, 'x');
    CHECK(on.ask("ask", large, 30s) == answer(large + "!"));
    one.reset();
    CHECK(on.until([&] {
        return on.ask("ask", "?", 30s) == answer(std::unexpected(no_reply::not_delivered));
    }));
}

TEST_CASE("messages of several subjects come in the order of sending", "[bus][nats]")
{
    const auto server = started();
    if (!server)
        return;
    nats_nodes on(server->url());
    REQUIRE(on.until([&] { return on.here.connected() && on.there.connected(); }));
    std::string heard;
    const auto hear = [&](const message& what) { heard += what.bytes; };
    const auto one = on.there.subscribe("a", hear);
    const auto two = on.there.subscribe("b", hear);
    const auto ready = on.there.subscribe(
        "ready", [&](const message& what) { CHECK(on.there.reply(what, "yes")); });
    REQUIRE(on.until([&] { return on.ask("ready", "?", 30s) == answer("yes"); }));
    std::string sent;
    for (int number = 0; number < 200; ++number) {
        const auto text = std::to_string(number) + " ";
        CHECK(on.here.publish(number % 2 == 0 ? "a" : "b", text));
        sent += text;
    }
    CHECK(on.until([&] { return heard.size() >= sent.size(); }));
    CHECK(heard == sent);
}

TEST_CASE("a server that goes is noticed, and so is its return", "[bus][nats]")
{
    const auto server = started();
    if (!server)
        return;
    nats_nodes on(server->url());
    const auto one =
        on.there.subscribe("ask", [&](const message& what) { CHECK(on.there.reply(what, "yes")); });
    REQUIRE(on.until([&] { return on.ask("ask", "?", 30s) == answer("yes"); }));
    server->stop();
    REQUIRE(on.until([&] { return !on.here.connected() && !on.there.connected(); }));
    CHECK(on.ask("ask", "?", 30s) == answer(std::unexpected(no_reply::not_delivered)));
    server->start();
    CHECK(on.until([&] { return on.ask("ask", "?", 30s) == answer("yes"); }));
}

TEST_CASE("a node may begin before its server, and says nothing of its token", "[bus][nats]")
{
    const auto server = started("s3cret-of-the-test");
    if (!server)
        return;
    server->stop();
    nats_nodes on(server->url());
    CHECK_FALSE(on.here.publish("s", "lost"));
    server->start();
    CHECK(on.until([&] { return on.here.connected() && on.there.connected(); }));
    CHECK(on.says("NATS is there"));
    CHECK_FALSE(on.says("s3cret-of-the-test"));
}

} // namespace thimble::service::bus
