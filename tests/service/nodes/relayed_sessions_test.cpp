// Sessions of one node as another knows them.
#include "bus/local_transport.hpp"
#include "service/nodes/relayed_sessions.hpp"
#include "tests/catch2.hpp"
#include "text/uuid.hpp"

#include <boost/asio/io_context.hpp>
#include <spdlog/sinks/null_sink.h>

#include <memory>
#include <string>
#include <vector>

namespace thimble::service::nodes {

namespace {

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
    CHECK_FALSE(on.there.active("phone-2"));
}

} // namespace thimble::service::nodes
