// The phone's pasteboard, which has no envelope.
#include "device/coredevice/pasteboard.hpp"
#include "device/coredevice/service_names.hpp"
#include "device/coredevice/xpc_members.hpp"
#include "tests/catch2.hpp"
#include "tests/device/coredevice/bytes.hpp"
#include "tests/device/coredevice/fake_phone.hpp"
#include "tests/device/run_until_done.hpp"

namespace thimble::tests {
namespace {

namespace coredevice = device::coredevice;

xpc::dictionary pasteboard_item(const std::string& type, std::string_view text)
{
    xpc::dictionary bytes{{"data", letters_of(text)}};
    return {{"types", xpc::array{type}}, {"data", xpc::dictionary{{type, std::move(bytes)}}}};
}

device::result<std::string> read_from(const xpc::dictionary& answer)
{
    boost::asio::io_context context;
    fake_phone phone(context);
    const auto& service = phone.add(coredevice::service::pasteboard, answering(answer));
    auto read = run_until_done(context, coredevice::read_pasteboard(phone.connected()));
    REQUIRE(service.messages.size() == 1);
    CHECK(service.messages.front().flags == 0x10101);
    CHECK(service.messages.front().body ==
          xpc::dictionary{{"command", "PULL"},
                          {"pasteboardName", "general"},
                          {"dataPolicy", xpc::dictionary{{"allResolved", xpc::dictionary()}}}});
    return read;
}

device::result<void> write_to(const xpc::dictionary& answer, fake_service::heard_message& heard)
{
    boost::asio::io_context context;
    fake_phone phone(context);
    const auto& service = phone.add(coredevice::service::pasteboard, answering(answer));
    auto& host = phone.connected();
    const auto done =
        run_until_done(context, [&]() -> boost::asio::awaitable<device::result<bool>> {
            const auto written = co_await coredevice::write_pasteboard(host, "secret");
            if (!written)
                co_return std::unexpected(written.error());
            co_return true;
        }());
    REQUIRE(service.messages.size() == 1);
    heard = service.messages.front();
    return done ? device::result<void>() : std::unexpected(done.error());
}

} // namespace

TEST_CASE("the first text on the pasteboard is read", "[coredevice]")
{
    const xpc::array items{pasteboard_item("public.png", "\x89PNG"),
                           pasteboard_item("public.plain-text", "first"),
                           pasteboard_item("public.utf8-plain-text", "second")};
    const auto read =
        read_from({{"command", "PULL_REPLY"}, {"pasteboard", xpc::dictionary{{"items", items}}}});
    REQUIRE(read);
    CHECK(*read == "first");
    const auto at_top = read_from({{"command", "PULL_REPLY"}, {"items", items}});
    REQUIRE(at_top);
    CHECK(*at_top == "first");
}

TEST_CASE("a pasteboard without text reads as empty", "[coredevice]")
{
    const xpc::array items{pasteboard_item("public.png", "\x89PNG"), true, xpc::dictionary()};
    const auto read =
        read_from({{"command", "PULL_REPLY"}, {"pasteboard", xpc::dictionary{{"items", items}}}});
    REQUIRE(read);
    CHECK(read->empty());
    CHECK_FALSE(read_from({{"command", "PULL_REPLY"}}));
    CHECK_FALSE(read_from({{"command", "ERROR"}}));
}

TEST_CASE("a text is put on the pasteboard in all of its types", "[coredevice]")
{
    fake_service::heard_message heard;
    CHECK(write_to({{"command", "SET_REPLY"}}, heard));
    const xpc::dictionary bytes{{"data", letters_of("secret")}};
    const xpc::dictionary item{
        {"types", xpc::array{"public.utf8-plain-text", "public.plain-text", "public.text"}},
        {"data", xpc::dictionary{{"public.utf8-plain-text", bytes},
                                 {"public.plain-text", bytes},
                                 {"public.text", bytes}}}};
    CHECK(heard.body == xpc::dictionary{{"command", "SET"},
                                        {"pasteboardName", "general"},
                                        {"items", xpc::array{item}},
                                        {"sourceMetadata", xpc::null()}});
}

TEST_CASE("what should go onto the pasteboard stands in no failure", "[coredevice]")
{
    fake_service::heard_message heard;
    const auto refused = write_to({{"command", "ERROR"}, {"echo", "secret"}}, heard);
    REQUIRE_FALSE(refused);
    CHECK_FALSE(refused.error().message.contains("secret"));
}

} // namespace thimble::tests
