// Channels of either end of a DTX connection.
#include "async/race.hpp"
#include "tests/device/coredevice/bytes.hpp"
#include "tests/device/dtx/conversation.hpp"

namespace thimble::tests {
namespace {

using device::problem;
using device::reached;
using dtx::payload_kind;

} // namespace

TEST_CASE("channels are opened one after another", "[dtx]")
{
    boost::asio::io_context context;
    fake_dtx_service service(context.get_executor(), opening_channels());
    converse(context, service, {}, [&](connection& opened) -> awaitable<void> {
        const auto first = co_await opened.open_channel("one", {}, long_limit);
        const auto second = co_await opened.open_channel("two", {}, long_limit);
        REQUIRE((first && second));
        CHECK(*first == 1);
        CHECK(*second == 2);
        REQUIRE(service.messages.size() == 2);
        const auto& request = service.messages.front();
        CHECK(request.header == dtx::message_header{.identifier = 2, .wants_reply = true});
        CHECK(request.arguments == dtx::list{std::int64_t{1}, "one"});
        // The number is a primitive and no archive.
        CHECK(hexadecimal(request.body).substr(64, 24) == "0a0000000300000001000000");
    });
}

TEST_CASE("a channel that is refused with an error is a failure", "[dtx]")
{
    boost::asio::io_context context;
    fake_dtx_service service(context.get_executor(), [](auto& self, const auto& what) {
        self.refuse(what, {.domain = "DTXMessage", .code = 3});
    });
    converse(context, service, {}, [&](connection& opened) -> awaitable<void> {
        const auto channel = co_await opened.open_channel("none", {}, long_limit);
        REQUIRE_FALSE(channel);
        CHECK(channel.error().cause == "service_error");
        CHECK(channel.error().message.contains("DTXMessage 3"));
    });
}

TEST_CASE("a channel without a service is acknowledged and closed", "[dtx]")
{
    boost::asio::io_context context;
    fake_dtx_service service(context.get_executor(), [](auto& self, const heard_message& what) {
        self.answer(what, dtx::null{});
        if (what.arguments.at(1) ==
            dtx::value("none")) // the phone calls the host's channel 1 by -1
            self.call(0, "_channelCanceled:", {std::int32_t{-1}}, false);
    });
    converse(context, service, {}, [&](connection& opened) -> awaitable<void> {
        const auto none = co_await opened.open_channel("none", {}, long_limit);
        REQUIRE_FALSE(none);
        CHECK(none.error().cause == "channel_closed");
        CHECK(none.error().message.contains("none"));
        const auto other = co_await opened.open_channel("other", {}, long_limit);
        REQUIRE(other);
        CHECK(*other == 2);
    });
}

TEST_CASE("a channel that the phone closes ends its calls, and no others", "[dtx]")
{
    boost::asio::io_context context;
    fake_dtx_service service(context.get_executor(),
                             opening_channels([](auto& self, const heard_message& what) {
                                 if (what.selector == "closes")
                                     self.call(0, "_channelCanceled:", {std::int32_t{-1}}, false);
                                 else if (what.selector == "answered")
                                     self.answer(what, "still there");
                             }));
    converse(context, service, {}, [&](connection& opened) -> awaitable<void> {
        const auto first = co_await opened.open_channel("one", {}, long_limit);
        const auto second = co_await opened.open_channel("two", {}, long_limit);
        REQUIRE((first && second));
        const auto ended = co_await opened.call(call_of("closes", *first), long_limit);
        REQUIRE_FALSE(ended);
        CHECK(ended.error().cause == "channel_closed");
        CHECK(ended.error().phone == reached::perhaps);
        const auto heard = service.messages.size();
        const auto late = co_await opened.call(call_of("late", *first), long_limit);
        REQUIRE_FALSE(late);
        CHECK(late.error().cause == "channel_closed");
        CHECK(late.error().phone == reached::nothing);
        const auto told = co_await opened.tell(call_of("late", *first), long_limit);
        REQUIRE_FALSE(told);
        CHECK(told.error().cause == "channel_closed");
        CHECK(service.messages.size() == heard);
        const auto other = co_await opened.request(call_of("answered", *second), long_limit);
        REQUIRE(other);
    });
}

TEST_CASE("a channel that the phone has opened and closed is there no more", "[dtx]")
{
    boost::asio::io_context context;
    fake_dtx_service service(context.get_executor());
    converse(context, service, {}, [&](connection& opened) -> awaitable<void> {
        service.call(0, "_requestChannelWithCode:identifier:",
                     {std::int32_t{1}, dtx::archived("runner")}, true);
        const auto there = co_await opened.channel_of_phone("runner", long_limit);
        REQUIRE(there);
        service.call(0, "_channelCanceled:", {std::int32_t{1}}, false);
        service.call(0, "behind it", {}, true);
        co_await until([&] { return service.messages.size() == 2; });
        const auto gone = co_await opened.channel_of_phone("runner", short_limit);
        CHECK_FALSE(gone);
        const auto told = co_await opened.tell(call_of("start", *there), long_limit);
        CHECK_FALSE(told);
    });
}

TEST_CASE("a channel whose opening was cancelled has no handler", "[dtx]")
{
    boost::asio::io_context context;
    fake_dtx_service service(context.get_executor()); // acknowledges nothing
    int calls = 0;
    const auto handler = [&](const dtx::incoming_call&) {
        ++calls;
        return std::optional<dtx::answer>(dtx::null{});
    };
    converse(context, service, {}, [&](connection& opened) -> awaitable<void> {
        const auto first = co_await async::race(opened.open_channel("one", handler, long_limit),
                                                until([&] { return !service.messages.empty(); }));
        CHECK(first.index() == 1);
        service.messages.clear();
        service.call(-1, "known:", {}, true);
        co_await until([&] { return !service.messages.empty(); });
        CHECK(service.messages.front().kind == payload_kind::error);
        CHECK(calls == 0);
    });
}

TEST_CASE("no handler is called once one of them has closed the connection", "[dtx]")
{
    boost::asio::io_context context;
    fake_dtx_service service(context.get_executor(), opening_channels());
    connection* whole = nullptr;
    int calls = 0;
    auto token = std::make_shared<int>(0);
    const std::weak_ptr<int> held_by_handler = token;
    dtx::call_handler handler =
        [&, held = std::move(token)](const dtx::incoming_call&) -> std::optional<dtx::answer> {
        ++calls;
        whole->close();
        return dtx::answer(dtx::null{});
    };
    converse(context, service, {}, [&](connection& opened) -> awaitable<void> {
        whole = &opened;
        const auto channel = co_await opened.open_channel("one", std::move(handler), long_limit);
        REQUIRE(channel);
        service.call(-1, "first", {}, false); // one read takes both
        service.call(-1, "second", {}, false);
        const auto why = co_await opened.until_closed();
        CHECK(why.cause == "connection_closed");
        CHECK(calls == 1);
        CHECK(held_by_handler.expired());
    });
}

TEST_CASE("a channel of the phone is another one than the host's of that number", "[dtx]")
{
    boost::asio::io_context context;
    fake_dtx_service service(context.get_executor(), opening_channels());
    std::vector<std::int32_t> called;
    std::vector<std::string> opened_by_phone;
    const auto handler = [&](const dtx::incoming_call& what) {
        called.push_back(what.channel);
        return yes_to_known(what);
    };
    connection::settings how;
    how.on_channel = [&](const std::string& identifier) -> dtx::call_handler {
        opened_by_phone.push_back(identifier);
        return handler;
    };
    converse(context, service, how, [&](connection& opened) -> awaitable<void> {
        const auto own = co_await opened.open_channel("own", handler, long_limit);
        REQUIRE(own);
        service.messages.clear();
        const auto request = service.call(0, "_requestChannelWithCode:identifier:",
                                          {std::int32_t{1}, dtx::archived("runner")}, true);
        const auto channel = co_await opened.channel_of_phone("runner", long_limit);
        REQUIRE(channel);
        CHECK(*channel == -1);
        co_await until([&] { return service.messages.size() == 1; });
        CHECK(service.messages.front().header ==
              dtx::message_header{.identifier = request, .conversation = 1});
        CHECK(service.messages.front().kind == payload_kind::nothing);
        CHECK(opened_by_phone == std::vector<std::string>{"runner"});

        service.call(1, "known:", {}, false);
        service.call(-1, "known:", {}, false);
        const auto told = co_await opened.tell(call_of("start", *channel), long_limit);
        CHECK(told);
        co_await until([&] { return called.size() == 2; });
        CHECK(called == std::vector<std::int32_t>{-1, 1});
        CHECK(service.messages.back().header.channel == -1);
        CHECK_FALSE(service.messages.back().header.wants_reply);

        const auto none = co_await opened.channel_of_phone("other", short_limit);
        REQUIRE_FALSE(none);
        CHECK(none.error().what == problem::timed_out);
    });
}

} // namespace thimble::tests
