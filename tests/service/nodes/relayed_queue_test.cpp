// Waiting for a phone at another node, where something fails.
#include "async/sleep.hpp"
#include "bus/local_transport.hpp"
#include "service/nodes/relayed_queue.hpp"
#include "tests/catch2.hpp"
#include "tests/e2e/eventually.hpp"
#include "text/uuid.hpp"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/io_context.hpp>
#include <spdlog/sinks/null_sink.h>

#include <chrono>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>

namespace thimble::service::nodes {

namespace {

namespace asio = boost::asio;
using namespace std::chrono_literals;

using turn = relayed_queue::turn;

/// Every account's queue lives there.
struct queue_elsewhere {
    queue_elsewhere()
    {
        while (place_among({out_here.id(), out_there.id()}, account) != out_there.id())
            account += "x";
    }

    relayed_queue made_at(channel& out, channel& other)
    {
        return relayed_queue(
            {.home = home.get_executor(),
             .out = out,
             .others = [&other] { return std::vector{other.id()}; },
             .knows_all = [] { return true; },
             .wait = [this](nlohmann::json, http::caller&) -> asio::awaitable<std::optional<turn>> {
                 ++waits;
                 if (fails)
                     throw std::runtime_error("no memory");
                 while (!outcome)
                     co_await async::sleep_for(1ms);
                 co_return turn{.outcome = *outcome};
             },
             .places = nullptr,
             .log = std::make_shared<spdlog::logger>(
                 "nodes", std::make_shared<spdlog::sinks::null_sink_mt>())});
    }

    bus::subscription heard_by(bus::message_bus& over, const channel& out, relayed_queue& hears)
    {
        return over.subscribe(question_subject(out.id()), [&hears](const bus::message& what) {
            if (const auto read = decode(what.bytes))
                hears.hear(what, *read);
        });
    }

    /// The end of a wait here, for `time` at most.
    std::optional<turn> take(std::chrono::milliseconds time)
    {
        std::optional<turn> out;
        bool done = false;
        asio::co_spawn(home, here.take(account, nlohmann::json::object(), from, time),
                       [&](const std::exception_ptr& problem, std::optional<turn> got) {
                           done = true;
                           CHECK_FALSE(problem);
                           out = std::move(got);
                       });
        CHECK(e2e::eventually(60s, [&] {
            home.restart();
            home.poll();
            return done;
        }));
        return out;
    }

    void close()
    {
        for (auto* const each : {&here, &there})
            asio::co_spawn(home, each->close(), asio::detached);
        home.restart();
        home.poll();
    }

    asio::io_context home;
    std::shared_ptr<bus::local_exchange> between = std::make_shared<bus::local_exchange>();
    bus::message_bus bus_here{home.get_executor(), std::make_shared<bus::local_transport>(
                                                       home.get_executor(), between, "here")};
    bus::message_bus bus_there{home.get_executor(), std::make_shared<bus::local_transport>(
                                                        home.get_executor(), between, "there")};
    channel out_here{bus_here, random_uuid(), "mark"};
    channel out_there{bus_there, random_uuid(), "mark"};
    std::string account = "ada";
    int waits = 0;
    bool fails = false;
    std::optional<nlohmann::json> outcome;
    http::caller from;
    relayed_queue here = made_at(out_here, out_there);
    relayed_queue there = made_at(out_there, out_here);
    bus::subscription heard_here = heard_by(bus_here, out_here, here);
    bus::subscription heard_there = heard_by(bus_there, out_there, there);
};

} // namespace

TEST_CASE("a wait that fails at the node with the queue may be asked for again", "[nodes]")
{
    queue_elsewhere on;
    on.fails = true;
    CHECK_FALSE(on.take(1h));
    on.fails = false;
    on.outcome = {{"phone", "p"}};
    const auto got = on.take(1h);
    REQUIRE(got);
    CHECK(got->outcome == *on.outcome);
    CHECK(on.waits == 2);
    on.close();
}

TEST_CASE("a wait ends although the node with the queue says nothing", "[nodes]")
{
    queue_elsewhere on;
    on.between->cut("there");
    CHECK_FALSE(on.take(-1h)); // its time has long been over
    CHECK(on.waits == 0);
    on.close();
}

} // namespace thimble::service::nodes
