// A connection of DTX with a service at its other end.
#include "async/race.hpp"
#include "device/dtx/archive.hpp"
#include "tests/device/coredevice/bytes.hpp"
#include "tests/device/dtx/conversation.hpp"

namespace thimble::tests {
namespace {

using device::problem;
using device::reached;
using dtx::payload_kind;

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
        const auto most = co_await opened.tell(large, long_limit);
        REQUIRE_FALSE(most);
        CHECK(most.error().cause == "connection_closed");
        CHECK_FALSE(opened.is_open());
    });
}

} // namespace thimble::tests
