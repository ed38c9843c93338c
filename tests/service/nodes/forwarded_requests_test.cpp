// HTTP requests that another node answers, and does not answer any more.
#include "async/signal.hpp"
#include "async/sleep.hpp"
#include "bus/local_transport.hpp"
#include "http/upgraded_connection.hpp"
#include "service/nodes/forwarded_requests.hpp"
#include "tests/catch2.hpp"
#include "tests/e2e/eventually.hpp"
#include "text/uuid.hpp"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/beast/http/verb.hpp>
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

/// A body that says nothing until the server ends.
class silent_body final : public http::upgraded_connection {
public:
    explicit silent_body(const asio::any_io_executor& home) : ended_(home) {}

    asio::awaitable<void> run(http::stream /*with*/, http::request /*first*/) override
    {
        while (!over_)
            co_await ended_.wait();
    }

    void drain() override
    {
        over_ = true;
        ended_.notify_all();
    }

private:
    bool over_ = false;
    async::signal ended_;
};

struct requests_elsewhere {
    requests_elsewhere()
    {
        what.head.method(boost::beast::http::verb::get);
        what.head.target("/mcp");
        what.head.version(11);
    }

    forwarded_requests made_at(channel& out)
    {
        return forwarded_requests(
            {.home = home.get_executor(),
             .out = out,
             .is_live = [](const std::string&) { return true; },
             .answer = [this](const http::request&,
                              http::caller&) -> asio::awaitable<http::response> {
                 ++asked;
                 while (!answer_now)
                     co_await async::sleep_for(1ms);
                 if (fails)
                     throw std::runtime_error("no memory");
                 http::response answer;
                 answer.status = 204;
                 answer.open_ended = streams;
                 if (streams)
                     answer.becomes = std::make_shared<silent_body>(home.get_executor());
                 co_return answer;
             },
             .log = std::make_shared<spdlog::logger>(
                 "nodes", std::make_shared<spdlog::sinks::null_sink_mt>())});
    }

    bus::subscription
    heard_by(bus::message_bus& over, const channel& out, forwarded_requests& hears)
    {
        return over.subscribe(question_subject(out.id()), [&hears](const bus::message& came) {
            if (const auto read = decode(came.bytes))
                hears.take(came, *read);
        });
    }

    void begin()
    {
        asio::co_spawn(home, here.pass_on(out_there.id(), what, from),
                       [this](const std::exception_ptr& problem, const http::response& got) {
                           CHECK_FALSE(problem);
                           status = got.status;
                           answered = got;
                       });
        CHECK(until([this] { return asked == 1; }));
    }

    /// The other node ends, and is idle as soon as nothing is left for it to answer.
    void drain_there()
    {
        there.drain();
        asio::co_spawn(home, there.until_idle(24h),
                       [this](const std::exception_ptr&) { idle_there = true; });
    }

    /// Lets all that has been sent arrive.
    void settle()
    {
        home.restart();
        home.poll();
    }

    template <class Condition>
    bool until(Condition holds)
    {
        return e2e::eventually(60s, [&] {
            settle();
            return holds();
        });
    }

    void close()
    {
        for (auto* const each : {&here, &there})
            asio::co_spawn(home, each->close(), asio::detached);
        settle();
    }

    asio::io_context home;
    std::shared_ptr<bus::local_exchange> between = std::make_shared<bus::local_exchange>();
    bus::message_bus bus_here{home.get_executor(), std::make_shared<bus::local_transport>(
                                                       home.get_executor(), between, "here")};
    bus::message_bus bus_there{home.get_executor(), std::make_shared<bus::local_transport>(
                                                        home.get_executor(), between, "there")};
    channel out_here{bus_here, random_uuid(), "mark"};
    channel out_there{bus_there, random_uuid(), "mark"};
    int asked = 0;
    bool answer_now = false;
    bool fails = false;
    bool streams = false;
    bool idle_there = false;
    std::optional<unsigned> status;
    http::response answered;
    http::request what;
    http::caller from;
    forwarded_requests here = made_at(out_here);
    forwarded_requests there = made_at(out_there);
    bus::subscription heard_here = heard_by(bus_here, out_here, here);
    bus::subscription heard_there = heard_by(bus_there, out_there, there);
};

} // namespace

TEST_CASE("a request is answered here when the other node has given it up", "[nodes]")
{
    requests_elsewhere on;
    on.fails = true;
    on.begin();
    on.answer_now = true;
    CHECK(on.until([&] {
        on.here.renew();
        return on.status.has_value();
    }));
    CHECK(on.status == 500);
    on.close();
}

TEST_CASE("a request that the other node works on is waited for", "[nodes]")
{
    requests_elsewhere on;
    on.begin();
    for (int beats = 0; beats < 3; ++beats) {
        on.here.renew();
        on.settle();
    }
    CHECK_FALSE(on.status);
    on.answer_now = true;
    CHECK(on.until([&] { return on.status.has_value(); }));
    CHECK(on.status == 204);
    on.close();
}

TEST_CASE("a request that the other node takes for left is answered here", "[nodes]")
{
    requests_elsewhere on;
    on.begin();
    on.there.forget(on.out_here.id()); // it has not heard of this node for a moment
    on.here.renew();
    CHECK(on.until([&] { return on.status.has_value(); }));
    CHECK(on.status == 500);
    on.close();
}

TEST_CASE("a node that ends answers what others have passed on to it, and takes no more", "[nodes]")
{
    requests_elsewhere on;
    on.begin();
    on.drain_there();
    std::optional<unsigned> second;
    http::caller another;
    asio::co_spawn(
        on.home, on.here.pass_on(on.out_there.id(), on.what, another),
        [&](const std::exception_ptr&, const http::response& got) { second = got.status; });
    CHECK(on.until([&] { return second.has_value(); }));
    CHECK(second == 503);
    CHECK(on.asked == 1);
    CHECK_FALSE(on.idle_there);
    on.answer_now = true;
    CHECK(on.until([&] { return on.status && on.idle_there; }));
    CHECK(on.status == 204);
    on.close();
}

TEST_CASE("the streams of a node that ends end first", "[nodes]")
{
    requests_elsewhere on;
    const bool begun = GENERATE(true, false); // before the node ends
    on.streams = true;
    on.answer_now = begun;
    on.begin();
    if (begun)
        CHECK(on.until([&] { return on.status.has_value(); }));
    on.drain_there();
    on.answer_now = true;
    CHECK(on.until([&] { return on.idle_there; }));
    on.close();
}

} // namespace thimble::service::nodes
