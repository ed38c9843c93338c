// Nodes that join, and that read what others have changed.
#include "bus/local_transport.hpp"
#include "service/nodes/node.hpp"
#include "tests/e2e/eventually.hpp"
#include "tests/service/desktops/desktops_fixture.hpp"

#include <boost/asio/bind_cancellation_slot.hpp>
#include <boost/asio/cancellation_signal.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>

#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace thimble::service::nodes {

namespace {

using namespace std::chrono_literals;
namespace asio = boost::asio;

/// Nodes on one home thread, with a store that nothing of theirs is read from.
struct some_nodes : test::with_desktops {
    struct member_node {
        std::unique_ptr<node> self;
        bool store_works = true;
        bool row_is_written = true; // of this node, in the store
        std::vector<std::string> others_in_store = {};
        int looks = 0; // into the store, for others
        int renewals = 0;
        int reloads = 0;
        int caught_up = 0;
        int lost = 0;
        std::vector<std::string> heard = {}; // types and numbers of events
        bool closed = false;
        asio::cancellation_signal end_of_beats;
        std::optional<leases::clock::time_point> first_caught_up = {};
    };

    /// One that beats from now on.
    void add(member_node& to,
             const std::string& name,
             std::chrono::milliseconds settling,
             std::chrono::milliseconds lease = 60s,
             std::chrono::milliseconds beat = 20ms)
    {
        to.self = std::make_unique<node>(node_dependencies{
            .home = context.get_executor(),
            .over = std::make_shared<bus::local_transport>(context.get_executor(), between, name),
            .id = random_uuid(),
            .key_mark = "mark",
            .enrolled = known,
            .awaited = [](const std::string&) { return std::vector<std::string>(); },
            .connected = [](const desktop_record&, const std::shared_ptr<desktop>&) {},
            .phone_changed = [](const std::string&, const link::phone_state&) {},
            .host_changed = [](const std::string&, const std::vector<link::blocker>&) {},
            .gone = [](const std::string&) {},
            .attached = [](const std::string&) { return std::vector<std::string>(); },
            .reload = [&to]() -> asio::awaitable<bool> {
                ++to.reloads;
                co_return to.store_works;
            },
            .reload_phone = [&to](phone_change) -> asio::awaitable<bool> {
                co_return to.store_works;
            },
            .catch_up = [&to]() -> asio::awaitable<bool> {
                if (!to.store_works)
                    co_return false;
                ++to.caught_up;
                if (!to.first_caught_up)
                    to.first_caught_up = leases::clock::now();
                co_return true;
            },
            .written = []() -> asio::awaitable<void> { co_return; },
            .give_order = [](sessions::session_order) -> asio::awaitable<result<void>> {
                co_return result<void>();
            },
            .session_changed = [](const std::string&, const std::string&,
                                  const sessions::session_beginner&) {},
            .wait_in_queue = nullptr,
            .places_in_queue = nullptr,
            .look_around = [] {},
            .answer = nullptr,
            .event =
                [&to](const std::string&, const told_event& what) {
                    to.heard.push_back(what.type + " " + std::to_string(what.number));
                },
            .in_store = [&to]() -> asio::awaitable<std::optional<std::vector<std::string>>> {
                ++to.looks;
                co_return to.others_in_store;
            },
            .renew = [&to]() -> asio::awaitable<bool> {
                ++to.renewals;
                co_return to.row_is_written;
            },
            .lost = [&to] { ++to.lost; },
            .times = {.beat = beat, .lease = lease, .settling = settling},
            .log = std::make_shared<spdlog::logger>(
                "nodes", std::make_shared<spdlog::sinks::null_sink_mt>())});
        asio::co_spawn(context, to.self->run(),
                       asio::bind_cancellation_slot(to.end_of_beats.slot(), asio::detached));
    }

    some_nodes() = default;
    some_nodes(const some_nodes&) = delete;
    some_nodes& operator=(const some_nodes&) = delete;
    ~some_nodes()
    {
        for (auto* each : {&one, &two}) {
            each->closed = each->self == nullptr;
            if (each->closed)
                continue;
            each->end_of_beats.emit(asio::cancellation_type::terminal);
            asio::co_spawn(context, each->self->close(),
                           [each](const std::exception_ptr&) { each->closed = true; });
        }
        CHECK(until([&] { return one.closed && two.closed; }));
    }

    template <class Condition>
    bool until(Condition holds)
    {
        return e2e::eventually(60s, [&] {
            context.restart();
            context.poll();
            return holds();
        });
    }

    /// Returns when every other node has confirmed it.
    void spread(node& from)
    {
        bool done = false;
        asio::co_spawn(context, from.have_others_reload(),
                       [&done](const std::exception_ptr&) { done = true; });
        REQUIRE(until([&] { return done; }));
    }

    std::shared_ptr<bus::local_exchange> between = std::make_shared<bus::local_exchange>();
    member_node one;
    member_node two;
};

} // namespace

TEST_CASE("a node reads the store when all others have heard of it for long enough", "[nodes]")
{
    constexpr auto settling = 300ms;
    some_nodes on;
    on.add(on.one, "one", 0ms);
    REQUIRE(on.until([&] { return !on.one.self->cut_off(); }));
    const auto began = leases::clock::now();
    on.add(on.two, "two", settling);
    on.spread(*on.one.self); // it is no member yet, or has nothing to read anew
    CHECK(on.two.reloads == 0);
    REQUIRE(on.until([&] { return !on.two.self->cut_off(); }));
    REQUIRE(on.two.first_caught_up);
    CHECK(*on.two.first_caught_up - began >= settling);
    CHECK(on.one.self->others() == 1);
    CHECK(on.two.self->others() == 1);
    on.spread(*on.one.self);
    CHECK(on.two.reloads > 0);
}

TEST_CASE("a node that cannot read what others have changed answers nobody until it can", "[nodes]")
{
    some_nodes on;
    on.add(on.one, "one", 0ms);
    on.add(on.two, "two", 0ms);
    REQUIRE(on.until([&] {
        return !on.one.self->cut_off() && !on.two.self->cut_off() && on.one.self->others() == 1;
    }));
    on.two.store_works = false;
    on.spread(*on.one.self); // and is not waited for as long as that lasts
    CHECK(on.two.self->cut_off());
    CHECK(on.two.lost == 1);
    CHECK_FALSE(on.one.self->cut_off());
    on.spread(*on.one.self); // it will read everything anyway
    const auto caught_up = on.two.caught_up;
    on.two.store_works = true;
    REQUIRE(on.until([&] { return !on.two.self->cut_off(); }));
    CHECK(on.two.caught_up > caught_up);
    CHECK(on.two.lost == 1);
}

TEST_CASE("what ends soon after something else is spread together with it", "[nodes]")
{
    some_nodes on;
    on.add(on.one, "one", 0ms);
    on.add(on.two, "two", 0ms);
    REQUIRE(on.until([&] { return !on.two.self->cut_off() && on.one.self->others() == 1; }));
    for (int each = 0; each < 10; ++each)
        on.one.self->have_others_reload_soon();
    REQUIRE(on.until([&] { return on.two.reloads > 0; }));
    CHECK(on.two.reloads < 10);
}

TEST_CASE("a node answers nobody before the store says that it is there", "[nodes]")
{
    some_nodes on;
    on.one.row_is_written = false;
    on.add(on.one, "one", 0ms);
    on.add(on.two, "two", 0ms);
    REQUIRE(on.until([&] { return !on.two.self->cut_off() && on.one.self->others() == 1; }));
    CHECK(on.one.self->cut_off()); // though it hears itself and the other
    on.one.row_is_written = true;
    CHECK(on.until([&] { return !on.one.self->cut_off(); }));
}

TEST_CASE("a lease that could not be renewed is asked for again before the next beat", "[nodes]")
{
    some_nodes on;
    on.add(on.one, "one", 0ms, 3s, 1s);
    REQUIRE(on.until([&] { return !on.one.self->cut_off(); }));
    const auto before = on.one.renewals;
    REQUIRE(on.until([&] { return on.one.renewals > before; }));
    on.one.row_is_written = false;
    const auto last = on.one.renewals;
    REQUIRE(on.until([&] { return on.one.renewals >= last + 5; })); // one a second: too late
    on.one.row_is_written = true;
    const auto now = on.one.renewals;
    REQUIRE(on.until([&] { return on.one.renewals > now; }));
    CHECK(on.one.lost == 0);
}

TEST_CASE("no queue is here while the store alone hears of another node", "[nodes]")
{
    some_nodes on;
    on.one.others_in_store = {random_uuid()};
    on.add(on.one, "one", 0ms);
    REQUIRE(on.until([&] { return !on.one.self->cut_off(); }));
    CHECK_FALSE(on.one.self->queue().is_here("account"));
    on.one.others_in_store.clear();
    CHECK(on.until([&] { return on.one.self->queue().is_here("account"); }));
}

TEST_CASE("a node that is cut off tells of its sessions when it knows them to be its own",
          "[nodes]")
{
    some_nodes on;
    on.two.row_is_written = false;
    on.add(on.two, "two", 0ms);
    on.two.self->sessions().note("session", "phone", true); // nobody else is there yet
    on.add(on.one, "one", 0ms);
    const auto has_heard_all = [&] { // a queue is here as soon as it has
        for (int each = 0; each < 50; ++each)
            if (on.one.self->queue().is_here("account " + std::to_string(each)))
                return true;
        return false;
    };
    REQUIRE(on.until([&] { return on.one.self->others() == 1 && has_heard_all(); }));
    CHECK_FALSE(on.one.self->sessions().active("phone"));
    on.two.row_is_written = true;
    CHECK(on.until([&] { return on.one.self->sessions().active("phone") == "session"; }));
}

TEST_CASE("a node that was cut off leaves to another what that has taken up", "[nodes]")
{
    some_nodes on;
    on.add(on.one, "one", 0ms);
    on.add(on.two, "two", 0ms);
    REQUIRE(on.until([&] {
        return !on.one.self->cut_off() && !on.two.self->cut_off() && on.one.self->others() == 1;
    }));
    on.two.self->sessions().note("session", "phone", true);
    REQUIRE(on.until([&] { return on.one.self->sessions().active("phone") == "session"; }));
    on.two.store_works = false;
    on.spread(*on.one.self);
    REQUIRE(on.two.self->cut_off());
    on.two.self->sessions().leave("session", "phone"); // as it finds in the store
    on.two.store_works = true;
    REQUIRE(on.until([&] { return !on.two.self->cut_off(); }));
    on.spread(*on.two.self); // after all that it has told
    CHECK(on.one.self->sessions().active("phone") == "session");
}

TEST_CASE("a node that the store hears is not held for gone", "[nodes]")
{
    some_nodes on;
    on.add(on.one, "one", 0ms, 1s);
    REQUIRE(on.until([&] { return !on.one.self->cut_off(); }));
    bus::message_bus over(
        on.context.get_executor(),
        std::make_shared<bus::local_transport>(on.context.get_executor(), on.between, "other"));
    channel other(over, random_uuid(), "mark");
    on.one.others_in_store = {other.id()};
    other.beat(1, {.has_lease = true, .answers = true});
    REQUIRE(on.until([&] { return on.one.self->others() == 1; }));
    REQUIRE(on.until([&] { return !on.one.self->is_live(other.id()); }));
    const auto before = on.one.looks;
    REQUIRE(on.until([&] { return on.one.looks > before + 2; }));
    CHECK((on.one.self->others() == 1 || on.one.lost > 0)); // who has no lease knows of nobody
    on.one.others_in_store.clear();
    CHECK(on.until([&] { return on.one.self->others() == 0; }));
}

TEST_CASE("no queue is at a node that the store does not hear", "[nodes]")
{
    some_nodes on;
    on.two.row_is_written = false;
    on.add(on.one, "one", 0ms);
    on.add(on.two, "two", 0ms);
    const auto queues_here = [&] {
        int count = 0;
        for (int each = 0; each < 50; ++each)
            count += on.one.self->queue().is_here("account " + std::to_string(each)) ? 1 : 0;
        return count;
    };
    REQUIRE(on.until([&] { return on.one.self->others() == 1 && queues_here() == 50; }));
    CHECK(on.one.self->is_live(on.two.self->id()));
    CHECK_FALSE(on.one.self->takes_part(on.two.self->id()));
    on.two.row_is_written = true;
    REQUIRE(on.until([&] { return on.one.self->takes_part(on.two.self->id()); }));
    CHECK(on.until([&] { return queues_here() > 0 && queues_here() < 50; }));
}

TEST_CASE("a node is asked for its links when something is lost that it has told this one alone",
          "[nodes]")
{
    some_nodes on;
    on.add(on.one, "one", 0ms);
    REQUIRE(on.until([&] { return !on.one.self->cut_off(); }));
    bus::message_bus over(
        on.context.get_executor(),
        std::make_shared<bus::local_transport>(on.context.get_executor(), on.between, "other"));
    channel other(over, random_uuid(), "mark");
    int asked = 0;
    const auto questions =
        over.subscribe(question_subject(other.id()), [&](const bus::message& what) {
            const auto read = decode(what.bytes);
            if (!read || read->kind != kinds::tell_links)
                return;
            ++asked;
            for (const auto kind : {kinds::links_begin, kinds::sessions_end, kinds::links_end}) {
                envelope part{.kind = std::string(kind)};
                part.more[channel::number] = other.told();
                other.publish(node_subject(read->node), std::move(part));
            }
        });
    std::int64_t beats = 0;
    const auto asked_after_beat = [&] {
        other.beat(++beats, {.has_lease = true, .answers = true});
        on.context.restart();
        on.context.poll();
        return asked;
    };
    CHECK(asked_after_beat() == 1);
    CHECK(asked_after_beat() == 1);
    const envelope told{.kind = std::string(kinds::answers)};
    on.between->cut("other");
    other.tell(on.one.self->id(), told);
    on.between->cut("other", false);
    CHECK(asked_after_beat() == 2);
    CHECK(asked_after_beat() == 2);
    other.tell(on.one.self->id(), told);
    CHECK(asked_after_beat() == 2);
    on.between->cut("other");
    other.tell(on.one.self->id(), told);
    on.between->cut("other", false);
    other.tell(on.one.self->id(), told);
    CHECK(asked_after_beat() == 3);
}

TEST_CASE("a node that says goodbye is not waited for", "[nodes]")
{
    some_nodes on;
    on.add(on.one, "one", 0ms);
    on.add(on.two, "two", 0ms);
    REQUIRE(on.until([&] {
        return !on.one.self->cut_off() && !on.two.self->cut_off() && on.one.self->others() == 1;
    }));
    CHECK(on.one.self->is_live(on.two.self->id()));
    on.two.self->tell_event(
        {.account_id = "ada", .number = 1, .type = "job", .phone_id = "p", .data = "{}"});
    on.two.self->announce_end();
    CHECK(on.two.self->cut_off());
    CHECK(on.until([&] { return on.one.self->others() == 0; }));
    CHECK(on.one.heard == std::vector<std::string>{"job 1"}); // before the goodbye
    CHECK(on.two.heard.empty());                              // its own
    CHECK_FALSE(on.one.self->is_live(on.two.self->id()));     // long before its lease is over
    on.two.self->sessions().note("session", "phone", true);   // too late to be told
    CHECK(on.until([&] { return on.two.self->cut_off(); }));
    CHECK(on.one.self->others() == 0);
    CHECK_FALSE(on.one.self->cut_off());
}

} // namespace thimble::service::nodes
