// Requests between nodes, and the use of phones that they tell each other.
#include "bus/local_transport.hpp"
#include "service/nodes/peer_requests.hpp"
#include "service/nodes/phone_loads.hpp"
#include "tests/catch2.hpp"
#include "text/uuid.hpp"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/io_context.hpp>
#include <spdlog/sinks/ostream_sink.h>

#include <chrono>
#include <map>
#include <memory>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

namespace thimble::service::nodes {

namespace asio = boost::asio;

namespace {

struct asking_nodes {
    struct one {
        one(asking_nodes& among, const std::string& name)
            : over(among.home.get_executor(),
                   std::make_shared<bus::local_transport>(
                       among.home.get_executor(), among.between, name)),
              requests({.home = among.home.get_executor(),
                        .over = over,
                        .out = out,
                        .others = [&among, this] { return among.others_of(*this); },
                        .log = std::make_shared<spdlog::logger>(
                            name, std::make_shared<spdlog::sinks::ostream_sink_mt>(among.log))})
        {
        }

        bus::message_bus over;
        channel out{over, random_uuid(), "mark"};
        peer_requests requests;
    };

    ~asking_nodes()
    {
        for (auto* const each : {&first, &second, &third})
            asio::co_spawn(home, each->requests.close(), asio::detached);
        settle();
    }

    std::vector<std::string> others_of(const one& which) const
    {
        std::vector<std::string> out;
        for (const auto* const each : {&first, &second, &third})
            if (each != &which)
                out.push_back(each->out.id());
        return out;
    }

    /// Answers with its name, from now on.
    static void know(one& which, const std::string& name)
    {
        which.requests.answer("name", [name](envelope) -> asio::awaitable<std::optional<envelope>> {
            envelope out{.kind = {}};
            out.body = name;
            co_return out;
        });
    }

    peer_requests::answers ask(bool one_is_enough,
                               const std::optional<trace_context>& trace = {},
                               envelope what = {.kind = "name"})
    {
        peer_requests::answers out;
        const std::chrono::minutes deadline(1);
        asio::co_spawn(home,
                       one_is_enough ? first.requests.ask_for_one(std::move(what), deadline, trace)
                                     : first.requests.ask_all(std::move(what), deadline, trace),
                       [&out](const std::exception_ptr&, peer_requests::answers told) {
                           out = std::move(told);
                       });
        settle();
        return out;
    }

    void settle()
    {
        home.restart();
        home.poll();
    }

    std::ostringstream log; // of all
    asio::io_context home;
    std::shared_ptr<bus::local_exchange> between = std::make_shared<bus::local_exchange>();
    one first{*this, "first"};
    one second{*this, "second"};
    one third{*this, "third"};
};

} // namespace

TEST_CASE("a node hears from each of the others that has what it asks for", "[nodes]")
{
    asking_nodes on;
    CHECK(on.ask(false).found.empty());
    CHECK(on.ask(false).complete);
    asking_nodes::know(on.first, "one"); // which does not ask itself
    asking_nodes::know(on.second, "two");
    REQUIRE(on.ask(true).found.size() == 1);
    CHECK(on.ask(true).found.front().body == "two");
    asking_nodes::know(on.third, "three");
    CHECK(on.ask(false).found.size() == 2);
}

TEST_CASE("a node that fails has not said that it has nothing", "[nodes]")
{
    asking_nodes on;
    on.second.requests.answer("name", [](envelope) -> asio::awaitable<std::optional<envelope>> {
        throw std::runtime_error("the disk has gone");
        co_return std::nullopt;
    });
    CHECK_FALSE(on.ask(false).complete);
    asking_nodes::know(on.third, "three");
    CHECK(on.ask(true).found.size() == 1);
}

TEST_CASE("a request to other nodes follows the trace that it is asked for", "[nodes]")
{
    asking_nodes on;
    const auto trace =
        trace_context::parse("00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01");
    std::vector<std::string> heard;
    on.second.requests.answer("name",
                              [&heard](envelope asked) -> asio::awaitable<std::optional<envelope>> {
                                  heard.push_back(asked.more.value("traceparent", ""));
                                  co_return envelope{.kind = {}};
                              });
    CHECK(on.ask(true).found.size() == 1);
    CHECK(on.ask(false, trace).found.size() == 1);
    REQUIRE(heard.size() == 2);
    CHECK(heard.front().empty());
    const auto sent = trace_context::parse(heard.back());
    REQUIRE(sent);
    CHECK(sent->trace_id() == trace->trace_id());
    CHECK(sent->parent_id() != trace->parent_id());
    const auto line = "asked=name trace=" + std::string(trace->trace_id()) +
                      " node=" + on.first.out.id() + " answered\n";
    const auto told = on.log.str();
    INFO(told);
    CHECK(told.find(line) != std::string::npos);
    CHECK(told.find("asked=") == told.rfind("asked=")); // the third does not know the kind
}

TEST_CASE("a trace of another node that is malformed is none", "[nodes]")
{
    asking_nodes on;
    asking_nodes::know(on.second, "two");
    envelope what{.kind = "name"};
    what.more["traceparent"] = "00-planted";
    CHECK(on.ask(true, {}, what).found.size() == 1);
    what.more["traceparent"] = 7;
    CHECK(on.ask(true, {}, what).found.size() == 1);
    CHECK(on.log.str().empty());
}

TEST_CASE("the use of a phone is told when it changes", "[nodes]")
{
    asking_nodes on;
    phone_load here;
    phone_loads one(on.home.get_executor(), on.first.out, [&](const std::string&) { return here; });
    phone_loads other(on.home.get_executor(), on.second.out,
                      [](const std::string&) { return phone_load{}; });
    const auto hears = on.second.over.subscribe(std::string(news_subject), [&](const auto& what) {
        if (const auto read = decode(what.bytes))
            other.hear(*read);
    });
    one.note("phone-1");
    on.settle();
    CHECK(on.first.out.told() == 0); // it is used no more than before
    here = {.queued = 2, .viewers = 1};
    one.note("phone-1");
    on.settle();
    CHECK(on.first.out.told() == 1);
    CHECK(other.elsewhere("phone-1") == here);
    CHECK(other.elsewhere("phone-2") == phone_load{});
    here = {.queued = 3, .viewers = 1};
    one.note("phone-1");
    one.note("phone-1");
    on.settle();
    on.home.restart();
    while (on.first.out.told() < 2) // half a second after the first, at the earliest
        on.home.run_one();
    on.settle();
    CHECK(other.elsewhere("phone-1") == here);
    other.forget(on.first.out.id());
    CHECK(other.elsewhere("phone-1") == phone_load{});
    one.close();
}

TEST_CASE("that a phone is in use is told at once, and so is its end where somebody waits",
          "[nodes]")
{
    asking_nodes on;
    phone_load here;
    std::vector<std::string> changed;
    phone_loads one(
        on.home.get_executor(), on.first.out, [&](const std::string&) { return here; }, nullptr,
        [] { return true; });
    phone_loads other(
        on.home.get_executor(), on.second.out, [](const std::string&) { return phone_load{}; },
        [&](const std::string& phone_id) { changed.push_back(phone_id); });
    const auto hears = on.second.over.subscribe(std::string(news_subject), [&](const auto& what) {
        if (const auto read = decode(what.bytes))
            other.hear(*read);
    });
    const auto becomes = [&](phone_load now) {
        here = now;
        one.note("phone-1");
        on.settle();
        return other.elsewhere("phone-1") == now;
    };
    CHECK(becomes({.queued = 1}));
    CHECK(becomes({}));
    CHECK(becomes({.kept = true}));
    CHECK(changed == std::vector<std::string>{"phone-1", "phone-1", "phone-1"});
    CHECK_FALSE(becomes({.queued = 1, .viewers = 1, .kept = true})); // as much in use as before
    CHECK(becomes({.viewers = 1}));
    CHECK(changed.size() == 4);
    other.forget(on.first.out.id());
    CHECK(changed.size() == 4); // only watched
    one.close();
}

TEST_CASE("uses of phones that end within a moment are told together", "[nodes]")
{
    asking_nodes on;
    std::map<std::string, phone_load> here;
    phone_loads one(on.home.get_executor(), on.first.out,
                    [&](const std::string& phone_id) { return here[phone_id]; });
    phone_loads other(on.home.get_executor(), on.second.out,
                      [](const std::string&) { return phone_load{}; });
    const auto hears = on.second.over.subscribe(std::string(news_subject), [&](const auto& what) {
        if (const auto read = decode(what.bytes))
            other.hear(*read);
    });
    const auto both_become = [&](phone_load now) {
        for (const auto* const each : {"phone-1", "phone-2"}) {
            here[each] = now;
            one.note(each);
        }
    };
    both_become({.queued = 1});
    on.settle();
    CHECK(on.first.out.told() == 1);
    CHECK(other.elsewhere("phone-2").in_use());
    both_become({});
    both_become({.queued = 1}); // before anybody has heard that they were free
    on.settle();
    CHECK(on.first.out.told() == 1);
    both_become({});
    on.home.restart();
    while (on.first.out.told() < 2)
        on.home.run_one();
    on.settle();
    CHECK_FALSE(other.elsewhere("phone-1").in_use());
    CHECK_FALSE(other.elsewhere("phone-2").in_use());
    one.close();
}

TEST_CASE("a phone that is given to a request is kept from all within the call, and free at once",
          "[nodes]")
{
    asking_nodes on;
    phone_load here;
    phone_loads one(on.home.get_executor(), on.first.out, [&](const std::string&) { return here; });
    const auto told_at_once = [&](phone_load now) {
        const auto before = on.first.out.told();
        here = now;
        one.note("phone-1");
        return on.first.out.told() > before;
    };
    CHECK(told_at_once({.kept = true}));
    CHECK_FALSE(told_at_once({.queued = 1})); // which others take for the same use
    here = {};
    one.note("phone-1");
    on.settle();
    CHECK(on.first.out.told() == 2);
    CHECK_FALSE(told_at_once({.queued = 1})); // this one was asked for by its id
    CHECK(told_at_once({.queued = 1, .kept = true}));
    one.close();
}

TEST_CASE("all that a node tells of phones takes the place of what it has told before", "[nodes]")
{
    asking_nodes on;
    phone_load here{.queued = 1};
    std::vector<std::string> changed;
    phone_loads one(on.home.get_executor(), on.first.out, [&](const std::string&) { return here; });
    phone_loads other(
        on.home.get_executor(), on.second.out, [](const std::string&) { return phone_load{}; },
        [&](const std::string& phone_id) { changed.push_back(phone_id); });
    const auto hears =
        on.second.over.subscribe(node_subject(on.second.out.id()), [&](const auto& what) {
            if (const auto read = decode(what.bytes))
                other.hear_all(*read);
        });
    one.note("phone-1");
    one.tell_to(on.second.out.id());
    on.settle();
    CHECK(other.elsewhere("phone-1") == here);
    one.tell_to(on.second.out.id()); // at no moment does a phone in use look free
    on.settle();
    CHECK(changed.size() == 1);
    here = {};
    one.note("phone-1");
    one.tell_to(on.second.out.id());
    on.settle();
    CHECK(other.elsewhere("phone-1") == phone_load{});
    CHECK(changed.size() == 2);
    one.close();
}

} // namespace thimble::service::nodes
