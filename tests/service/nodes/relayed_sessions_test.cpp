// Sessions of one node as another knows them.
#include "bus/local_transport.hpp"
#include "service/nodes/relayed_sessions.hpp"
#include "tests/catch2.hpp"
#include "text/uuid.hpp"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/io_context.hpp>
#include <spdlog/sinks/null_sink.h>

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace thimble::service::nodes {

namespace {

constexpr std::size_t beats_to_move = 2;

struct known_sessions {
    /// Lets all that has been sent arrive.
    void settle()
    {
        home.restart();
        home.poll();
    }

    relayed_sessions
    made_at(bus::message_bus& over, channel& out, relayed_sessions::listener listens)
    {
        return {home.get_executor(),
                over,
                out,
                [](sessions::session_order) -> boost::asio::awaitable<result<void>> {
                    co_return result<void>();
                },
                std::move(listens),
                beats_to_move,
                log};
    }

    boost::asio::io_context home;
    std::shared_ptr<spdlog::logger> log =
        std::make_shared<spdlog::logger>("nodes", std::make_shared<spdlog::sinks::null_sink_mt>());
    std::shared_ptr<bus::local_exchange> between = std::make_shared<bus::local_exchange>();
    bus::message_bus bus_here{home.get_executor(), std::make_shared<bus::local_transport>(
                                                       home.get_executor(), between, "here")};
    bus::message_bus bus_there{home.get_executor(), std::make_shared<bus::local_transport>(
                                                        home.get_executor(), between, "there")};
    channel out_here{bus_here, random_uuid(), "mark"};
    channel out_there{bus_there, random_uuid(), "mark"};
    std::vector<std::string> told;
    relayed_sessions here =
        made_at(bus_here, out_here, [](const auto&, const auto&, const auto&) {});
    relayed_sessions there =
        made_at(bus_there,
                out_there,
                [this](const std::string& phone_id,
                       const std::string& session_id,
                       const sessions::session_beginner& by) {
                    told.push_back(phone_id + "/" + session_id + "/" + by.kind + "/" + by.id);
                });
    bus::subscription news =
        bus_there.subscribe(std::string(news_subject), [this](const bus::message& what) {
            if (const auto read = decode(what.bytes))
                there.hear(*read);
        });
};

} // namespace

TEST_CASE("a phone's session is known at other nodes until it ends", "[nodes]")
{
    known_sessions on;
    on.here.note("session-1", "phone", true);
    on.settle();
    CHECK(on.there.active("phone") == "session-1");
    CHECK_FALSE(on.there.active("other"));
    CHECK_FALSE(on.here.active("phone")); // its own are known to the loop
    on.here.note_beginner("session-1", {.kind = "key", .id = "key-1"});
    on.here.note("session-1", "phone", false);
    on.settle();
    CHECK_FALSE(on.there.active("phone"));
    CHECK(on.told ==
          std::vector<std::string>{"phone/session-1//", "phone/session-1/key/key-1", "phone///"});
}

TEST_CASE("a node that is cut off takes no orders for its sessions", "[nodes]")
{
    known_sessions on;
    const auto is_delivered = [&] {
        const auto delivered = std::make_shared<bool>(false);
        boost::asio::co_spawn(
            on.home, on.there.pass_on({.account_id = "account", .session_id = "session"}),
            [delivered](const std::exception_ptr&, const std::optional<result<void>>& answer) {
                *delivered = answer.has_value();
            });
        on.settle();
        return *delivered;
    };
    on.here.refuse_orders();
    on.here.note("session", "phone", true);
    CHECK_FALSE(is_delivered());
    on.here.take_orders();
    CHECK(is_delivered());
    on.here.refuse_orders();
    CHECK_FALSE(is_delivered());
}

TEST_CASE("the end of a session leaves the phone to the one after it", "[nodes]")
{
    known_sessions on;
    on.here.note("session-1", "phone", true);
    on.here.note("session-2", "phone", true);
    on.here.note("session-1", "phone", false);
    on.settle();
    CHECK(on.there.active("phone") == "session-2");
}

TEST_CASE("the sessions of a node go with it", "[nodes]")
{
    known_sessions on;
    on.here.note("session-1", "phone-1", true);
    on.here.note("session-2", "phone-2", true);
    on.settle();
    on.there.keep_only(on.out_here.id(), {"session-2"});
    CHECK_FALSE(on.there.active("phone-1"));
    CHECK(on.there.active("phone-2") == "session-2");
    on.there.forget(random_uuid());
    CHECK(on.there.active("phone-2") == "session-2");
    on.there.forget(on.out_here.id());
    CHECK(on.there.active("phone-2") == "session-2"); // which another may take up
    on.there.give_up_unclaimed();
    CHECK(on.there.active("phone-2") == "session-2");
    on.there.give_up_unclaimed();
    CHECK_FALSE(on.there.active("phone-2"));
    CHECK(on.told.back() == "phone-2///");
}

TEST_CASE("a session on its way to another node keeps its phone", "[nodes]")
{
    known_sessions on;
    on.here.note("session", "phone", true);
    on.here.leave("session", "phone");
    on.settle();
    CHECK(on.there.active("phone") == "session");
    CHECK(on.told == std::vector<std::string>{"phone/session//"}); // nobody hears that it is free
    const auto third = random_uuid();
    const auto tells = [&](bool lives) {
        envelope news{.kind = std::string(kinds::session), .node = third};
        news.more = {{"session", "session"}, {"phone", "phone"}, {"lives", lives}};
        on.there.hear(news);
    };
    tells(true);
    on.there.forget(on.out_here.id());
    for (std::size_t beats = 0; beats <= beats_to_move; ++beats)
        on.there.give_up_unclaimed();
    CHECK(on.there.active("phone") == "session"); // at the third node
    tells(false);
    CHECK_FALSE(on.there.active("phone"));
}

TEST_CASE("a node that takes up another's session does not have it elsewhere", "[nodes]")
{
    known_sessions on;
    on.here.note("session", "phone", true);
    on.settle();
    on.there.forget(on.out_here.id());
    on.there.note("session", "phone", true);
    CHECK_FALSE(on.there.active("phone"));
    on.there.note("session", "phone", false);
    CHECK_FALSE(on.there.active("phone"));
}

TEST_CASE("a node that has missed it hears that a session is on its way", "[nodes]")
{
    known_sessions on;
    const auto answers =
        on.bus_there.subscribe(node_subject(on.out_there.id()), [&](const bus::message& what) {
            if (const auto read = decode(what.bytes); read && read->kind == kinds::session)
                on.there.keep_only(on.out_here.id(), {on.there.hear(*read)});
        });
    on.here.note("session", "phone", true);
    on.settle();
    on.news.reset();
    on.here.leave("session", "phone");
    on.here.tell_to(on.out_there.id());
    on.settle();
    CHECK(on.there.active("phone") == "session");
    on.there.give_up_unclaimed();
    on.there.give_up_unclaimed();
    CHECK_FALSE(on.there.active("phone"));
}

} // namespace thimble::service::nodes
