// Sessions come and go: limits, rest, and streams that are kept.
#include "mcp/http/headers.hpp"
#include "mcp/http/held_sessions.hpp"
#include "tests/mcp/in_process.hpp"

namespace thimble::mcp::test {

using namespace std::chrono_literals;
using nlohmann::json;

TEST_CASE("a session that is not used for too long is over, unless somebody listens", "[mcp]")
{
    in_process in;
    http::held_sessions all(in.home.get_executor(), {.idle = 60s});
    const http::held_session::time begin{1h};
    const auto resting = all.hold(in.open("2025-11-25"), begin);
    const auto listening = all.hold(in.open("2025-11-25"), begin);
    listening->general()->attach();
    CHECK(all.find(listening->id(), {.id = "someone"}, begin + 59s));
    CHECK_FALSE(all.find(resting->id(), {.id = "someone"}, begin + 60s));
    CHECK(all.find(listening->id(), {.id = "someone"}, begin + 200s));
    CHECK(all.size() == 1);
}

TEST_CASE("no session makes room while all of them are in use", "[mcp]")
{
    in_process in;
    http::held_sessions all(in.home.get_executor(), {.of_account = 1});
    const http::held_session::time begin{1h};
    const auto first = all.hold(in.open("2025-11-25"), begin);
    const auto reader = first->general()->attach();
    CHECK_FALSE(all.hold(in.open("2025-11-25"), begin));
    first->general()->detach(reader);
    CHECK(all.hold(in.open("2025-11-25"), begin));
    CHECK(all.size() == 1);
}

TEST_CASE("one program that uses all its sessions leaves room for others of the account", "[mcp]")
{
    in_process in;
    http::held_sessions all(in.home.get_executor(), {.of_account = 3, .of_credential = 2});
    const http::held_session::time begin{1h};
    const auto hold = [&](const char* credential) {
        return all.hold(in.open("2025-11-25", json::object(), credential), begin);
    };
    const auto first = hold("one");
    const auto second = hold("one");
    REQUIRE(first);
    REQUIRE(second);
    first->general()->attach();
    const auto reader = second->general()->attach();
    CHECK_FALSE(hold("one"));
    const auto others = hold("another");
    REQUIRE(others);
    second->general()->detach(reader);
    CHECK(hold("one")); // in the place of its own
    CHECK(all.find(others->id(), {.id = "someone", .credential = "another"}, begin));
    CHECK(all.size() == 3);
}

TEST_CASE("streams that are over are forgotten where there are too many", "[mcp]")
{
    in_process in;
    http::held_sessions all(in.home.get_executor(), {.streams = 2});
    const auto held = all.hold(in.open("2025-11-25"), {});
    const auto open = held->make_stream();
    const auto over = held->make_stream();
    over.what->push_answer("{}", 200);
    held->make_stream();
    CHECK(held->find_stream(open.number));
    CHECK_FALSE(held->find_stream(over.number));
}

TEST_CASE("of a stream that is too long the oldest is dropped", "[mcp]")
{
    boost::asio::io_context home;
    http::event_stream stream(home.get_executor(), 10);
    stream.push("12345");
    stream.push("67890");
    stream.push("a");
    CHECK(stream.after(0)->number == 2);
    stream.push_answer(std::string(100, 'x'), 200);
    CHECK(stream.after(0)->answer);
}

TEST_CASE("a header's value is plain, or in Base64 that is written as it has to be", "[mcp]")
{
    CHECK(http::decoded_header("Hello") == "Hello");
    CHECK(http::decoded_header("=?base64?SGVsbG8=?=") == "Hello");
    CHECK(http::decoded_header("=?base64?SGVsbG8=") == "=?base64?SGVsbG8=");
    CHECK(http::decoded_header("SGVsbG8=?=") == "SGVsbG8=?=");
    CHECK_FALSE(http::decoded_header("=?base64?SGVsbG8?="));
    CHECK_FALSE(http::decoded_header("=?base64?SGVs!!!bG8=?="));
}

} // namespace thimble::mcp::test
