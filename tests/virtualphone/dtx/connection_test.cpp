// A host's connection: its greeting, channels of both sides, calls and replies.
#include "tests/virtualphone/dtx/host_line.hpp"

namespace thimble::virtualphone::tests {
namespace {

using namespace dtx;

/// One service, which repeats what it is told.
channel_opener echo()
{
    return [](std::string_view identifier, const std::shared_ptr<connection>&) -> responder {
        if (identifier != "echo")
            return {};
        return [](const invocation& what) -> outcome {
            if (what.selector == "say:")
                return what.argument_at(0);
            if (what.selector == "nothing")
                return object();
            return std::unexpected(unknown_selector(what.selector));
        };
    };
}

struct owned_context {
    boost::asio::io_context home{1};
};

/// Not greeted yet.
struct quiet_desk : private owned_context, dtx_desk {
    quiet_desk() : dtx_desk(home, echo()) {}
};

/// Greeted, with channel 1 open.
struct echo_desk : quiet_desk {
    echo_desk()
    {
        take();
        open_channel(5, 1, "echo");
        CHECK(take().what == message());
    }
};

const instance& error_in(const heard& reply)
{
    CHECK(reply.what.kind == message_kind::error);
    const auto* found = reply.what.payload.as<instance>();
    REQUIRE(found != nullptr);
    return *found;
}

boost::asio::awaitable<void> hold_call(dtx_desk& desk, std::optional<message>& reply, bool& done)
{
    reply = co_await desk.phone->call(1, "first:", {object("a")});
    done = true;
}

} // namespace

TEST_CASE("a phone tells its capabilities at once, and nothing more", "[dtx]")
{
    quiet_desk desk;
    const heard greeting = desk.take();
    CHECK(greeting.about == envelope{.id = 1});
    CHECK(greeting.what.kind == message_kind::call);
    CHECK(greeting.selector() == "_notifyOfPublishedCapabilities:");
    REQUIRE(greeting.what.arguments.size() == 1);
    CHECK(object_of(greeting.what.arguments[0]) == dictionary{{"capability", 1}});
    desk.call({.id = 1}, "_notifyOfPublishedCapabilities:", {object(dictionary())});
    CHECK_FALSE(desk.next());
    CHECK_FALSE(desk.served);
}

TEST_CASE("a reply has the identifier and the channel of its call", "[dtx]")
{
    echo_desk desk;
    desk.call({.id = 5, .channel = 1, .wants_reply = true}, "say:", {object("hello")});
    const heard reply = desk.take();
    CHECK(reply.about == envelope{.id = 5, .conversation = 1, .channel = 1});
    CHECK(reply.what.kind == message_kind::value);
    CHECK(reply.what.payload == object("hello"));
    desk.call({.id = 9, .conversation = 2, .channel = 1, .wants_reply = true}, "nothing");
    const heard acknowledgement = desk.take();
    CHECK(acknowledgement.about == envelope{.id = 9, .conversation = 3, .channel = 1});
    CHECK(acknowledgement.what == message());
}

TEST_CASE("nothing is replied where no reply is wanted", "[dtx]")
{
    echo_desk desk;
    desk.call({.id = 6, .channel = 1}, "say:", {object("hello")});
    desk.call({.id = 7, .channel = 1}, "unknown");
    desk.call({.id = 8, .channel = 4}, "say:");
    CHECK_FALSE(desk.next());
}

TEST_CASE("unknown channels and selectors are errors of DTX", "[dtx]")
{
    echo_desk desk;
    desk.call({.id = 6, .channel = 1, .wants_reply = true}, "unknown");
    const instance unknown = error_in(desk.take());
    CHECK(unknown.class_name == "NSError");
    CHECK(*member<std::string>(unknown.fields, "NSDomain") == "DTXConnection");
    CHECK(*member<std::int64_t>(unknown.fields, "NSCode") == 1);
    desk.open_channel(8, 1, "echo"); // open already
    error_in(desk.take());
    desk.open_channel(9, 0, "echo");
    error_in(desk.take());
    desk.call({.id = 10, .channel = 2, .wants_reply = true}, "say:");
    error_in(desk.take());
    desk.call({.id = 11, .channel = -2'147'483'647 - 1, .wants_reply = true}, "say:");
    error_in(desk.take());
}

TEST_CASE("a channel without a service is acknowledged and closed", "[dtx]")
{
    echo_desk desk;
    desk.open_channel(7, 2, "nobody");
    CHECK(desk.take().what == message());
    const heard end = desk.take();
    CHECK(end.about == envelope{.id = 2});
    CHECK(end.selector() == "_channelCanceled:");
    CHECK(end.what.arguments == std::vector<argument>{std::int32_t{-2}});
    desk.call({.id = 8, .channel = 2, .wants_reply = true}, "say:");
    error_in(desk.take());
    desk.open_channel(9, 2, "echo");
    CHECK(desk.take().what == message());
    CHECK_FALSE(desk.next());
}

TEST_CASE("several channels are closed at once", "[dtx]")
{
    echo_desk desk;
    desk.open_channel(6, 2, "echo");
    desk.take();
    desk.call({.id = 7}, "_channelCanceled:", {std::int32_t{1}, std::int32_t{2}});
    CHECK_FALSE(desk.next());
    desk.call({.id = 8, .channel = 2, .wants_reply = true}, "say:");
    error_in(desk.take());
    desk.open_channel(9, 1, "echo");
    CHECK(desk.take().what == message());
}

TEST_CASE("a phone's call is answered on either side of its channel, once", "[dtx]")
{
    for (const std::int32_t channel : {1, -1}) {
        quiet_desk desk;
        desk.take();
        std::optional<message> reply;
        bool done = false;
        boost::asio::co_spawn(desk.context, hold_call(desk, reply, done), boost::asio::detached);
        desk.run();
        const heard call = desk.take();
        CHECK(call.about == envelope{.id = 2, .channel = 1, .wants_reply = true});
        CHECK(call.selector() == "first:");
        desk.send({.id = 1, .conversation = 1, .channel = channel}, {}); // to another one
        CHECK_FALSE(done);
        const envelope about{.id = 2, .conversation = 1, .channel = channel};
        // Both before the call has gone on, as some hosts acknowledge what they have answered.
        dtx::bytes twice;
        for (const auto kind : {message_kind::value, message_kind::acknowledgement}) {
            auto reply_to_it = about;
            reply_to_it.content = encode_message({.kind = kind});
            std::ranges::copy(encode_frames(reply_to_it), std::back_inserter(twice));
        }
        desk.send_raw(twice);
        REQUIRE(done);
        REQUIRE(reply);
        CHECK(reply->kind == message_kind::value);
    }
}

TEST_CASE("a phone opens a channel, and the host calls on its negative side", "[dtx]")
{
    quiet_desk desk;
    desk.take();
    std::vector<std::string> called;
    std::optional<std::int32_t> code;
    const auto answer = [&](const invocation& what) -> outcome {
        called.push_back(what.selector);
        return object();
    };
    const auto keep = [&](const std::exception_ptr&, std::optional<std::int32_t> opened) {
        code = opened;
    };
    boost::asio::co_spawn(desk.context, desk.phone->open_channel("driver", answer), keep);
    desk.run();
    const heard request = desk.take();
    CHECK(request.about == envelope{.id = 2, .wants_reply = true});
    CHECK(request.selector() == "_requestChannelWithCode:identifier:");
    REQUIRE(request.what.arguments.size() == 2);
    CHECK(request.what.arguments[0] == argument(std::int32_t{1}));
    CHECK(request.what.arguments[1] == argument(object("driver")));
    desk.send({.id = 2, .conversation = 1}, {});
    CHECK(code == 1);
    desk.call({.id = 1, .channel = -1}, "start:");
    CHECK(called == std::vector<std::string>{"start:"});
    CHECK_FALSE(desk.next());
    desk.call({.id = 2, .channel = -1, .wants_reply = true}, "again:");
    CHECK(desk.take().about == envelope{.id = 2, .conversation = 1, .channel = -1});
}

TEST_CASE("a call that nobody answers ends with the connection", "[dtx]")
{
    quiet_desk desk;
    std::optional<message> reply = message();
    bool done = false;
    boost::asio::co_spawn(desk.context, hold_call(desk, reply, done), boost::asio::detached);
    desk.run();
    CHECK_FALSE(done);
    desk.hang_up();
    CHECK(done);
    CHECK_FALSE(reply);
    CHECK(desk.served);
    CHECK(desk.phone->ended());
}

TEST_CASE("what is no message ends the connection", "[dtx]")
{
    const auto ends = [](const dtx::bytes& content) {
        quiet_desk desk;
        desk.send_raw(content);
        return desk.served;
    };
    CHECK(ends(dtx::bytes(32)));
    CHECK(ends(encode_frames({.content = dtx::bytes(3)})));
    CHECK(ends(encode_frames({.content = encode_message({.kind = message_kind::call})})));
    CHECK_FALSE(ends(encode_frames({.content = encode_message({})})));
}

TEST_CASE("a connection that the phone ends has sent everything", "[dtx]")
{
    echo_desk desk;
    desk.call({.id = 6, .channel = 1, .wants_reply = true}, "say:", {object("last")});
    desk.phone->end();
    desk.run();
    CHECK(desk.served);
    CHECK(desk.take().what.payload == object("last"));
}

TEST_CASE("replies show faults", "[dtx]")
{
    echo_desk desk;
    desk.faults.set("test", {.kind = fault_kind::error, .count = 1});
    desk.call({.id = 6, .channel = 1, .wants_reply = true}, "nothing");
    error_in(desk.take());
    desk.faults.set("test", {.kind = fault_kind::hang, .count = 1});
    desk.call({.id = 7, .channel = 1, .wants_reply = true}, "nothing");
    CHECK_FALSE(desk.next());
    desk.faults.set("test", {.kind = fault_kind::cut, .count = 1});
    desk.call({.id = 8, .channel = 1, .wants_reply = true}, "nothing");
    CHECK(desk.served);
}

} // namespace thimble::virtualphone::tests
