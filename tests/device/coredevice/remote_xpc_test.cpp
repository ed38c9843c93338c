// A connection of RemoteXPC with a service at its other end.
#include "async/race.hpp"
#include "device/coredevice/remote_xpc.hpp"
#include "tests/catch2.hpp"
#include "tests/device/coredevice/bytes.hpp"
#include "tests/device/coredevice/converse.hpp"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/local/connect_pair.hpp>
#include <boost/asio/local/stream_protocol.hpp>
#include <boost/asio/post.hpp>

namespace thimble::tests {
namespace {

using namespace std::chrono_literals;
using boost::asio::awaitable;
using device::problem;
using device::reached;
using device::result;
using device::coredevice::remote_xpc;

constexpr auto long_limit = 20s;
constexpr auto short_limit = 30ms; // for what never comes

// In the order that newer releases of iOS check.
constexpr std::string_view whole_opening =
    "505249202a20485454502f322e300d0a0d0a534d0d0a0d0a"
    "00000c 04 00 00000000 0003 00000064 0004 00100000"
    "000004 08 00 00000000 000f0001"
    "000000 01 04 00000001"
    "00002c 00 00 00000001 920bb029 01000000 1400000000000000 0000000000000000"
    "42371342 05000000 00f00000 04000000 00000000"
    "000000 01 04 00000003"
    "000018 00 00 00000001 920bb029 01020000 0000000000000000 0000000000000000"
    "000018 00 00 00000003 920bb029 01004000 0000000000000000 0000000000000000";

xpc::dictionary word(std::string text)
{
    return {{"word", std::move(text)}};
}

std::string word_in(const result<xpc::dictionary>& what)
{
    if (!what)
        return "failed: " + what.error().cause;
    const auto* found = what->find("word");
    return found == nullptr ? "" : *found->as<std::string>();
}

} // namespace

TEST_CASE("a connection opens as phones demand it", "[coredevice]")
{
    boost::asio::io_context context;
    fake_service service(context.get_executor(), answering(word("yes")));
    converse(context, service, [&](remote_xpc& connection) -> awaitable<void> {
        const auto answer = co_await connection.request(word("really"), long_limit);
        CHECK(word_in(answer) == "yes");
        const auto heard = hexadecimal(service.heard);
        const auto opening = hexadecimal(bytes_of(whole_opening));
        CHECK(heard.substr(0, opening.size()) == opening);
        CHECK(heard.substr(opening.size()).contains("000000040100000000"));
        REQUIRE(service.messages.size() == 1);
        CHECK(service.messages.front().flags == 0x10101);
        CHECK(service.messages.front().id == 1);
        CHECK(service.messages.front().stream == 1);
    });
}

TEST_CASE("replies find their requests in any order and on either stream", "[coredevice]")
{
    boost::asio::io_context context;
    fake_service service(context.get_executor(),
                         [](fake_service& self, const fake_service::heard_message&) {
                             if (self.messages.size() < 2)
                                 return;
                             self.say(1, {.flags = 0x101, .id = 1, .body = word("unasked")});
                             self.say(1, {.flags = 0x20101, .id = 2, .body = word("second")});
                             self.say(3, {.flags = 0x101, .id = 1, .body = word("first")});
                         });
    converse(context, service, [&](remote_xpc& connection) -> awaitable<void> {
        const auto asked = [&](std::string what) -> awaitable<std::string> {
            co_return word_in(co_await connection.request(word(std::move(what)), long_limit));
        };
        std::string first;
        const auto ask_first = [&]() -> awaitable<void> { first = co_await asked("a"); };
        boost::asio::co_spawn(context, ask_first(), boost::asio::detached);
        const auto second = co_await asked("b");
        CHECK(second == "second");
        const auto unasked = co_await connection.next_message(long_limit);
        CHECK(word_in(unasked) == "unasked");
        CHECK(first == "first");
    });
}

TEST_CASE("a reply that comes too late answers nothing else", "[coredevice]")
{
    boost::asio::io_context context;
    fake_service service(context.get_executor());
    converse(context, service, [&](remote_xpc& connection) -> awaitable<void> {
        const auto late = co_await connection.request(word("slow"), short_limit);
        REQUIRE_FALSE(late);
        CHECK(late.error().what == problem::timed_out);
        CHECK(late.error().phone == reached::perhaps);
        service.reply(service.messages.front(), word("late"));
        service.say(3, {.flags = 0x101, .id = 1, .body = word("late, unmarked")});
        service.say(1, {.flags = 0x101, .id = 9, .body = word("unasked")});
        const auto unasked = co_await connection.next_message(long_limit);
        CHECK(word_in(unasked) == "unasked");
        CHECK(service.messages.size() == 1);
    });
}

TEST_CASE("a request that is cancelled leaves the connection usable", "[coredevice]")
{
    boost::asio::io_context context;
    fake_service service(context.get_executor(),
                         [](fake_service& self, const fake_service::heard_message& what) {
                             if (what.id > 1)
                                 self.reply(what, word("again"));
                         });
    converse(context, service, [&](remote_xpc& connection) -> awaitable<void> {
        const auto until_heard = [&]() -> awaitable<void> {
            while (service.messages.empty())
                co_await boost::asio::post(boost::asio::use_awaitable);
        };
        const auto first =
            co_await async::race(connection.request(word("never"), long_limit), until_heard());
        CHECK(first.index() == 1);
        const auto second = co_await connection.request(word("more"), long_limit);
        CHECK(word_in(second) == "again");
    });
}

TEST_CASE("an answer that cannot be read is told from one that never came", "[coredevice]")
{
    boost::asio::io_context context;
    fake_service service(context.get_executor(), [](fake_service& self, const auto&) {
        self.send("000000 01 04 00000003 000024 00 00 00000003 920bb029 01010200 0c00000000000000"
                  "0100000000000000 42371342 05000000 00b00000");
    });
    service.silent = false;
    converse(context, service, [&](remote_xpc& connection) -> awaitable<void> {
        const auto answer = co_await connection.request(word("what"), long_limit);
        REQUIRE_FALSE(answer);
        CHECK(answer.error().cause == "malformed_answer");
        CHECK(answer.error().phone == reached::all);
        CHECK(connection.is_open());
    });
}

TEST_CASE("a service that hangs up ends what waits for it", "[coredevice]")
{
    boost::asio::io_context context;
    const auto ends_with = [&](const fake_service::handler& how) {
        fake_service service(context.get_executor(), how);
        std::string cause;
        converse(context, service, [&](remote_xpc& connection) -> awaitable<void> {
            const auto answer = co_await connection.request(word("what"), long_limit);
            REQUIRE_FALSE(answer);
            cause = answer.error().cause;
            CHECK(answer.error().phone == reached::perhaps);
            CHECK_FALSE(connection.is_open());
            const auto why = co_await connection.until_closed();
            CHECK(why.cause == cause);
            const auto next = co_await connection.request(word("more"), long_limit);
            REQUIRE_FALSE(next);
            CHECK(next.error().phone == reached::nothing);
        });
        return cause;
    };
    CHECK(ends_with([](fake_service& self, const auto&) { self.hang_up(); }) ==
          "connection_closed");
    CHECK(ends_with([](fake_service& self, const auto&) {
              self.send("000004 03 00 00000001 00000002");
          }) == "connection_closed");
    CHECK(ends_with([](fake_service& self, const auto&) {
              self.send("000008 07 00 00000000 00000001 00000002");
          }) == "connection_closed");
    CHECK(ends_with([](fake_service& self, const auto&) {
              self.send("000001 00 00 00000000 00");
          }) == "malformed_answer");
    CHECK(ends_with([](fake_service& self, const auto&) {
              self.send("000004 00 00 00000001 00000000");
          }) == "malformed_answer");
}

TEST_CASE("a service that never agrees is given up", "[coredevice]")
{
    boost::asio::io_context context;
    fake_service service(context.get_executor());
    service.silent = true;
    const auto open = [&](std::chrono::milliseconds limit) {
        const auto opened = run_until_done(context, [&]() -> awaitable<result<bool>> {
            auto connection = co_await remote_xpc::open(service.connect(), limit);
            if (!connection)
                co_return std::unexpected(connection.error());
            co_return true;
        }());
        REQUIRE_FALSE(opened);
        CHECK(opened.error().phone == reached::nothing);
        return opened.error().what;
    };
    CHECK(open(short_limit) == problem::timed_out);
    service.deaf = true;
    CHECK(open(short_limit) == problem::timed_out);
}

TEST_CASE("what is told ends when it has been taken", "[coredevice]")
{
    boost::asio::io_context context;
    fake_service service(context.get_executor());
    converse(context, service, [&](remote_xpc& connection) -> awaitable<void> {
        const auto told = co_await connection.tell(word("listen"), long_limit);
        CHECK(told);
        REQUIRE(service.messages.size() == 1);
        CHECK(service.messages.front().flags == 0x101);
        service.deaf = true;
        const auto untold = co_await connection.tell(word("listen"), short_limit);
        REQUIRE_FALSE(untold);
        CHECK(untold.error().what == problem::timed_out);
        CHECK(untold.error().phone == reached::perhaps);
    });
}

TEST_CASE("unasked messages that nobody takes do not grow without end", "[coredevice]")
{
    boost::asio::io_context context;
    fake_service service(context.get_executor(), [](fake_service& self, const auto& what) {
        for (int at = 0; at < 200; ++at)
            self.say(1, {.flags = 0x101, .body = word(std::to_string(at))});
        self.reply(what, word("done"));
    });
    converse(context, service, [&](remote_xpc& connection) -> awaitable<void> {
        const auto answer = co_await connection.request(word("go"), long_limit);
        CHECK(word_in(answer) == "done");
        const auto oldest = co_await connection.next_message(long_limit);
        CHECK(word_in(oldest) == "136");
    });
}

TEST_CASE("a socket carries bytes both ways", "[coredevice]")
{
    using socket = boost::asio::local::stream_protocol::socket;
    boost::asio::io_context context;
    socket near(context);
    socket far(context);
    boost::asio::local::connect_pair(near, far);
    device::coredevice::socket_stream<socket> one(std::move(near));
    device::coredevice::socket_stream<socket> other(std::move(far));
    const auto conversation = [&]() -> awaitable<bool> {
        const auto sent = bytes_of("010203");
        const auto written = co_await one.write(sent);
        CHECK(written);
        std::vector<std::byte> room(8);
        const auto count = co_await other.read_some(room);
        REQUIRE(count);
        CHECK(std::vector(room.begin(), room.begin() + 3) == sent);
        one.close();
        const auto ended = co_await other.read_some(room);
        CHECK_FALSE(ended);
        co_return true;
    };
    CHECK(run_until_done(context, conversation()));
}

} // namespace thimble::tests
