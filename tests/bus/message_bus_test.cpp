// Messages and requests over a transport.
#include "bus/local_transport.hpp"
#include "bus/message_bus.hpp"
#include "tests/async/wait_for.hpp"
#include "tests/catch2.hpp"

#include <string>

namespace thimble::service::bus {

namespace {

using namespace std::chrono_literals;

using answer = std::expected<std::string, no_reply>;

struct two_buses {
    boost::asio::io_context home;
    std::shared_ptr<local_exchange> between = std::make_shared<local_exchange>();
    message_bus here{home.get_executor(),
                     std::make_shared<local_transport>(home.get_executor(), between, "here")};
    message_bus there{home.get_executor(),
                      std::make_shared<local_transport>(home.get_executor(), between, "there")};

    answer ask(const std::string& subject, std::string bytes, std::chrono::milliseconds limit)
    {
        return tests::wait_for(home, here.request(subject, std::move(bytes), limit));
    }
};

} // namespace

TEST_CASE("a request gets the reply that somebody gives", "[bus]")
{
    two_buses on;
    const auto one = on.there.subscribe(
        "ask", [&](const message& what) { CHECK(on.there.reply(what, what.bytes + "!")); });
    CHECK(on.ask("ask", "yes", 30s) == answer("yes!"));
}

TEST_CASE("large requests and replies travel in parts", "[bus]")
{
    two_buses on;
    const std::string large(3 * part_bytes, 'x');
    const auto one = on.there.subscribe(
        "ask", [&](const message& what) { CHECK(on.there.reply(what, what.bytes + "!")); });
    CHECK(on.ask("ask", large, 30s) == answer(large + "!"));
}

TEST_CASE("a request that nobody takes was not delivered", "[bus]")
{
    two_buses on;
    CHECK(on.ask("ask", "?", 30s) == answer(std::unexpected(no_reply::not_delivered)));
    on.between->cut("here");
    CHECK(on.ask("ask", "?", 30s) == answer(std::unexpected(no_reply::not_delivered)));
}

TEST_CASE("a request without a reply may have been taken", "[bus]")
{
    two_buses on;
    message asked;
    const auto one = on.there.subscribe("ask", [&](const message& what) { asked = what; });
    CHECK(on.ask("ask", "?", 20ms) == answer(std::unexpected(no_reply::late)));
    CHECK(asked.bytes == "?");
    CHECK(on.there.reply(asked, "too late")); // and nobody is hurt
    on.home.restart();
    on.home.poll();
}

TEST_CASE("the first of two replies counts", "[bus]")
{
    two_buses on;
    const auto one = on.there.subscribe("ask", [&](const message& what) {
        CHECK(on.there.reply(what, "first"));
        CHECK(on.there.reply(what, "second"));
    });
    CHECK(on.ask("ask", "?", 30s) == answer("first"));
}

TEST_CASE("a message that wants no reply gets none", "[bus]")
{
    two_buses on;
    bool heard = false;
    const auto one = on.there.subscribe("news", [&](const message& what) {
        heard = true;
        CHECK_FALSE(on.there.reply(what, "?"));
    });
    CHECK(on.here.publish("news", "hear"));
    on.home.poll();
    CHECK(heard);
}

} // namespace thimble::service::bus
