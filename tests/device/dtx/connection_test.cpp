// A connection of DTX with a service at its other end.
#include "async/race.hpp"
#include "device/dtx/archive.hpp"
#include "device/dtx/connection.hpp"
#include "tests/catch2.hpp"
#include "tests/device/coredevice/bytes.hpp"
#include "tests/device/dtx/fake_dtx_service.hpp"
#include "tests/device/run_until_done.hpp"

#include <boost/asio/post.hpp>

namespace thimble::tests {
namespace {

using namespace std::chrono_literals;
using boost::asio::awaitable;
using device::problem;
using device::reached;
using dtx::connection;
using dtx::payload_kind;
using heard_message = fake_dtx_service::heard_message;

constexpr auto long_limit = 20s;
constexpr auto short_limit = 30ms; // for what never comes

/// Runs `body` with an open connection to `service`.
template <class Body>
void converse(boost::asio::io_context& context,
              fake_dtx_service& service,
              connection::settings how,
              Body body)
{
    const auto whole = [&]() -> awaitable<bool> {
        auto opened = co_await connection::open(service.connect(), std::move(how), long_limit);
        REQUIRE(opened);
        co_await body(*opened);
        co_return true;
    };
    CHECK(run_until_done(context, whole()));
}

/// Lets the other coroutines go on until it holds.
template <class Condition>
awaitable<void> until(Condition holds)
{
    const auto deadline = std::chrono::steady_clock::now() + long_limit;
    while (!holds() && std::chrono::steady_clock::now() < deadline)
        co_await boost::asio::post(boost::asio::use_awaitable);
    CHECK(holds());
}

dtx::outgoing_call call_of(std::string selector, std::int32_t channel = 1)
{
    return {.channel = channel, .selector = std::move(selector)};
}

/// Acknowledges requests for channels, and leaves the rest to `then`.
fake_dtx_service::handler opening_channels(fake_dtx_service::handler then = {})
{
    return [then = std::move(then)](fake_dtx_service& self, const heard_message& what) {
        if (what.selector == "_requestChannelWithCode:identifier:")
            self.answer(what, dtx::null{});
        else if (then)
            then(self, what);
    };
}

/// "yes" to one selector.
std::optional<dtx::answer> yes_to_known(const dtx::incoming_call& what)
{
    if (what.selector == "known:")
        return dtx::answer("yes");
    return std::nullopt;
}

} // namespace

TEST_CASE("both ends say first what they can do", "[dtx]")
{
    boost::asio::io_context context;
    fake_dtx_service service(context.get_executor());
    converse(context, service, {}, [&](connection& opened) -> awaitable<void> {
        const auto* version =
            dtx::member<std::int64_t>(opened.capabilities(), "com.apple.private.DTXConnection");
        REQUIRE(version);
        CHECK(*version == 1);
        co_await until([&] { return !service.published.empty(); });
        const auto& host = service.published.front();
        CHECK(host.header == dtx::message_header{.identifier = 1});
        REQUIRE(host.arguments.size() == 1);
        CHECK(host.arguments.front() == dtx::value(dtx::host_capabilities()));
        CHECK(service.messages.empty());
    });
}

TEST_CASE("a service that never says what it can do is given up", "[dtx]")
{
    boost::asio::io_context context;
    fake_dtx_service service(context.get_executor());
    service.silent = true;
    const auto opened = run_until_done(context, [&]() -> awaitable<device::result<bool>> {
        auto made = co_await connection::open(service.connect(), {}, short_limit);
        if (!made)
            co_return std::unexpected(made.error());
        co_return true;
    }());
    REQUIRE_FALSE(opened);
    CHECK(opened.error().what == problem::timed_out);
    CHECK(opened.error().phone == reached::nothing);
}

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

TEST_CASE("answers find their calls in any order and on either sign of the channel", "[dtx]")
{
    boost::asio::io_context context;
    fake_dtx_service service(context.get_executor(), [](auto& self, const heard_message&) {
        if (self.messages.size() != 3) // two calls, and an answer of the host
            return;
        auto first = self.messages[0];
        self.answer(self.messages[2], "second");
        first.header.channel = -first.header.channel;
        self.answer(first, "first");
    });
    converse(context, service, {}, [&](connection& opened) -> awaitable<void> {
        std::string first;
        const auto ask_first = [&]() -> awaitable<void> {
            const auto answered = co_await opened.request(call_of("a"), long_limit);
            REQUIRE(answered);
            first = *answered->as<std::string>();
        };
        boost::asio::co_spawn(context, ask_first(), [](const std::exception_ptr&) {});
        co_await until([&] { return service.messages.size() == 1; });
        auto elsewhere = service.messages.front();
        elsewhere.header.channel = 7;
        service.answer(elsewhere, "of another channel");
        service.call(0, "behind it", {}, true); // whose answer tells that both were read
        co_await until([&] { return service.messages.size() == 2; });
        CHECK(first.empty());
        const auto second = co_await opened.request(call_of("b"), long_limit);
        REQUIRE(second);
        CHECK(*second == dtx::value("second"));
        co_await until([&] { return !first.empty(); });
        CHECK(first == "first");
    });
}

TEST_CASE("a second answer to a call does not take the place of the first", "[dtx]")
{
    boost::asio::io_context context;
    fake_dtx_service service(context.get_executor(), [](auto& self, const heard_message& what) {
        self.answer(what, "first"); // one read takes both
        self.answer(what, dtx::null{});
    });
    converse(context, service, {}, [&](connection& opened) -> awaitable<void> {
        const auto answered = co_await opened.request(call_of("a"), long_limit);
        REQUIRE(answered);
        CHECK(*answered == dtx::value("first"));
    });
}

TEST_CASE("an answer may be nothing, or an error of the service", "[dtx]")
{
    boost::asio::io_context context;
    fake_dtx_service service(context.get_executor(), [](auto& self, const heard_message& what) {
        if (what.selector == "nothing")
            self.answer(what, dtx::null{});
        else if (what.selector == "empty") // an object without a payload
            self.say({.identifier = what.header.identifier, .conversation = 1, .channel = 1},
                     {.kind = payload_kind::object});
        else
            self.refuse(what, {.domain = "some.domain",
                               .code = 2,
                               .user_info = {{"NSLocalizedDescription", "not now"}}});
    });
    converse(context, service, {}, [&](connection& opened) -> awaitable<void> {
        const auto nothing = co_await opened.request(call_of("nothing"), long_limit);
        REQUIRE(nothing);
        CHECK(*nothing == dtx::value());
        const auto empty = co_await opened.request(call_of("empty"), long_limit);
        REQUIRE(empty);
        CHECK(*empty == dtx::value());
        const auto refused = co_await opened.call(call_of("launch:"), long_limit);
        REQUIRE(refused);
        REQUIRE_FALSE(*refused);
        CHECK(refused->error().domain == "some.domain");
        CHECK(refused->error().code == 2);
        const auto failed = co_await opened.request(call_of("launch:"), long_limit);
        REQUIRE_FALSE(failed);
        CHECK(failed.error().what == problem::refused);
        CHECK(failed.error().phone == reached::all);
        CHECK(failed.error().message.contains("some.domain 2: not now"));
    });
}

TEST_CASE("an answer that cannot be read is told from one that never came", "[dtx]")
{
    boost::asio::io_context context;
    fake_dtx_service service(context.get_executor(), [](auto& self, const heard_message& what) {
        dtx::bytes written;
        dtx::put_message(written,
                         {.identifier = what.header.identifier, .conversation = 1, .channel = 1},
                         bytes_of("07070000 00000000 04000000 00000000 10000000")); // compressed
        self.send(written);
    });
    converse(context, service, {}, [&](connection& opened) -> awaitable<void> {
        const auto answered = co_await opened.request(call_of("a"), long_limit);
        REQUIRE_FALSE(answered);
        CHECK(answered.error().cause == "malformed_answer");
        CHECK(answered.error().phone == reached::all);
        CHECK(opened.is_open());
    });
}

TEST_CASE("a late answer is dropped, and a call that is cancelled leaves the rest", "[dtx]")
{
    boost::asio::io_context context;
    fake_dtx_service service(context.get_executor(), [](auto& self, const heard_message& what) {
        if (what.selector == "again")
            self.answer(what, "answered");
    });
    converse(context, service, {}, [&](connection& opened) -> awaitable<void> {
        const auto late = co_await opened.request(call_of("slow"), short_limit);
        REQUIRE_FALSE(late);
        CHECK(late.error().what == problem::timed_out);
        CHECK(late.error().phone == reached::perhaps);
        service.answer(service.messages.front(), "late");
        const auto first =
            co_await async::race(opened.request(call_of("never"), long_limit),
                                 until([&] { return service.messages.size() == 2; }));
        CHECK(first.index() == 1);
        const auto again = co_await opened.request(call_of("again"), long_limit);
        REQUIRE(again);
        CHECK(*again == dtx::value("answered"));
        CHECK(service.messages.size() == 3);
    });
}

TEST_CASE("calls of the phone are answered when they want it, and only then", "[dtx]")
{
    boost::asio::io_context context;
    fake_dtx_service service(context.get_executor(), opening_channels());
    std::vector<dtx::incoming_call> calls;
    const auto handler = [&](const dtx::incoming_call& what) {
        calls.push_back(what);
        return yes_to_known(what);
    };
    converse(context, service, {}, [&](connection& opened) -> awaitable<void> {
        const auto channel = co_await opened.open_channel("one", handler, long_limit);
        REQUIRE(channel);
        service.messages.clear();
        // The phone calls the host's channel 1 by -1.
        service.call(-1, "known:", {dtx::archived("a"), std::int32_t{5}}, false);
        service.call(-1, "unknown", {}, false);
        const auto known = service.call(-1, "known:", {bytes_of("00")}, true);
        const auto unknown = service.call(-1, "unknown", {}, true);
        const auto elsewhere = service.call(1, "known:", {}, true); // a channel of nobody
        const auto about = service.call(0, "unheard:", {}, true);
        co_await until([&] { return service.messages.size() == 4; });

        REQUIRE(calls.size() == 4);
        CHECK(calls[0].channel == 1);
        CHECK(calls[0].arguments.size() == 2);
        CHECK(calls[0].argument_at(0) == dtx::value("a"));
        CHECK(calls[0].argument_at(1) == dtx::value(std::int64_t{5}));
        CHECK(calls[0].argument_at(2) == dtx::value());
        CHECK(calls[2].argument_at(0) == dtx::value(bytes_of("00")));
        const auto& yes = service.messages[0];
        CHECK(yes.header ==
              dtx::message_header{.identifier = known, .conversation = 1, .channel = -1});
        CHECK(yes.kind == payload_kind::object);
        CHECK(yes.content == dtx::value("yes"));
        const std::vector<std::uint32_t> others{unknown, elsewhere, about};
        for (std::size_t at = 0; at < others.size(); ++at) {
            const auto& no = service.messages[at + 1];
            CHECK(no.header.identifier == others[at]);
            CHECK(no.kind == payload_kind::error);
            const auto* error = no.content.as<dtx::ns_error>();
            REQUIRE(error);
            CHECK(error->domain == "DTXConnection");
            CHECK(error->code == 1);
        }
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

TEST_CASE("an answer of the phone is no call of the same number", "[dtx]")
{
    boost::asio::io_context context;
    fake_dtx_service service(context.get_executor(), [](auto& self, const heard_message& what) {
        if (what.kind != payload_kind::call)
            return;
        // Both numbers are 2: the phone's own call on its channel 1, and the answer.
        CHECK(what.header.identifier == 2);
        CHECK(self.call(1, "own", {}, true) == 2);
        self.answer(what, "answered");
    });
    converse(context, service, {}, [&](connection& opened) -> awaitable<void> {
        const auto answered = co_await opened.request(call_of("a"), long_limit);
        REQUIRE(answered);
        CHECK(*answered == dtx::value("answered"));
        co_await until([&] { return service.messages.size() == 2; });
        CHECK(service.messages.back().kind == payload_kind::error);
    });
}

TEST_CASE("large messages go both ways in fragments", "[dtx]")
{
    const dtx::data large(400'000, std::byte{7});
    boost::asio::io_context context;
    fake_dtx_service service(context.get_executor(), [](auto& self, const heard_message& what) {
        self.answer(what, what.arguments.front());
    });
    converse(context, service, {}, [&](connection& opened) -> awaitable<void> {
        auto call = call_of("echo:");
        call.arguments = {dtx::archived(large)};
        const auto answered = co_await opened.request(std::move(call), long_limit);
        REQUIRE(answered);
        CHECK(*answered == dtx::value(large));
    });
}

TEST_CASE("an argument may hold less than an answer", "[dtx]")
{
    const dtx::list large(20'000, dtx::value("x"));
    boost::asio::io_context context;
    fake_dtx_service service(context.get_executor(),
                             opening_channels([&](auto& self, const heard_message& what) {
                                 if (what.kind == payload_kind::call)
                                     self.answer(what, large);
                             }));
    bool is_data = false;
    const auto handler = [&](const dtx::incoming_call& what) {
        is_data = what.argument_at(0).as<dtx::data>() != nullptr;
        return std::optional<dtx::answer>(dtx::null{});
    };
    converse(context, service, {}, [&](connection& opened) -> awaitable<void> {
        const auto channel = co_await opened.open_channel("one", handler, long_limit);
        REQUIRE(channel);
        service.call(-1, "report:", {dtx::archived(large)}, false);
        const auto answered = co_await opened.request(call_of("all"), long_limit);
        REQUIRE(answered);
        CHECK(*answered == dtx::value(large));
        CHECK(is_data);
    });
}

TEST_CASE("the end of a connection ends what waits for it", "[dtx]")
{
    boost::asio::io_context context;
    const auto ends_with = [&](const fake_dtx_service::handler& how) {
        fake_dtx_service service(context.get_executor(), how);
        std::string cause;
        converse(context, service, {}, [&](connection& opened) -> awaitable<void> {
            const auto answered = co_await opened.request(call_of("a"), long_limit);
            REQUIRE_FALSE(answered);
            cause = answered.error().cause;
            CHECK(answered.error().phone == reached::perhaps);
            CHECK_FALSE(opened.is_open());
            const auto why = co_await opened.until_closed();
            CHECK(why.cause == cause);
            const auto channel = co_await opened.channel_of_phone("runner", long_limit);
            REQUIRE_FALSE(channel);
            CHECK(channel.error().cause == cause);
            const auto next = co_await opened.request(call_of("b"), long_limit);
            REQUIRE_FALSE(next);
            CHECK(next.error().phone == reached::nothing);
        });
        return cause;
    };
    CHECK(ends_with([](auto& self, const auto&) { self.hang_up(); }) == "connection_closed");
    CHECK(ends_with([](auto& self, const auto&) { self.send(bytes_of("00010203")); }) ==
          "malformed_answer");
}

TEST_CASE("what is told ends when the stream has taken it", "[dtx]")
{
    boost::asio::io_context context;
    fake_dtx_service service(context.get_executor());
    converse(context, service, {}, [&](connection& opened) -> awaitable<void> {
        const auto told = co_await opened.tell(call_of("listen"), long_limit);
        CHECK(told);
        REQUIRE(service.messages.size() == 1);
        service.deaf = true;
        const auto untold = co_await opened.tell(call_of("listen"), short_limit);
        REQUIRE_FALSE(untold);
        CHECK(untold.error().what == problem::timed_out);
        CHECK(untold.error().phone == reached::perhaps);
    });
}

TEST_CASE("a service that reads nothing any more is given up", "[dtx]")
{
    boost::asio::io_context context;
    fake_dtx_service service(context.get_executor());
    converse(context, service, {}, [&](connection& opened) -> awaitable<void> {
        auto large = call_of("large:");
        large.arguments = {dtx::bytes(9UL << 20)};
        service.deaf = true;
        const auto written = co_await opened.tell(large, short_limit); // waits in the stream
        REQUIRE_FALSE(written);
        const auto behind = co_await opened.tell(large, short_limit);
        REQUIRE_FALSE(behind);
        CHECK(behind.error().what == problem::timed_out);
        const auto most = co_await opened.tell(large, long_limit);
        REQUIRE_FALSE(most);
        CHECK(most.error().cause == "connection_closed");
        CHECK_FALSE(opened.is_open());
    });
}

} // namespace thimble::tests
