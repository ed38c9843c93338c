// The directory of services, and how they are asked.
#include "device/coredevice/core_device.hpp"
#include "device/coredevice/xpc_members.hpp"
#include "tests/catch2.hpp"
#include "tests/device/coredevice/bytes.hpp"
#include "tests/device/coredevice/fake_phone.hpp"
#include "tests/device/run_until_done.hpp"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>

namespace thimble::tests {
namespace {

using namespace std::chrono_literals;
namespace coredevice = device::coredevice;
using device::problem;
using device::reached;

constexpr auto asked_service = "com.apple.coredevice.deviceinfo";
constexpr auto limit = 20s;

xpc::dictionary handshake_with(xpc::dictionary services)
{
    return {{"MessageType", "Handshake"},
            {"MessagingProtocolVersion", std::uint64_t{5}},
            {"Properties", xpc::dictionary{{"UniqueDeviceID", "a"}, {"OSVersion", "18.0"}}},
            {"Services", std::move(services)}};
}

xpc::dictionary
answer_with_error(std::string domain, std::int64_t code, std::string words = "It\nwill not.")
{
    return {{"CoreDevice.error",
             xpc::dictionary{
                 {"domain", std::move(domain)},
                 {"code", code},
                 {"userInfo", xpc::dictionary{{"NSLocalizedDescription", std::move(words)}}}}}};
}

} // namespace

TEST_CASE("the host introduces itself as the phone expects it", "[coredevice]")
{
    xpc::uuid host;
    host.bytes.fill(std::byte{0x11});
    CHECK(coredevice::host_handshake(host) ==
          xpc::dictionary{{"MessageType", "Handshake"},
                          {"MessagingProtocolVersion", std::uint64_t{7}},
                          {"UUID", host},
                          {"Properties", xpc::dictionary{{"RemoteXPCVersionFlags",
                                                          std::uint64_t{72'057'594'037'927'942}},
                                                         {"SensitivePropertiesVisible", true}}},
                          {"Services", xpc::dictionary()}});
}

TEST_CASE("a directory is read, what is wrong in it left out", "[coredevice]")
{
    const xpc::dictionary properties{{"UsesRemoteXPC", true},
                                     {"ServiceVersion", std::uint64_t{3}},
                                     {"Features", xpc::array{"a", "b"}}};
    const auto read = coredevice::read_directory(handshake_with(
        {{"one",
          xpc::dictionary{{"Entitlement", "e"}, {"Port", "49152"}, {"Properties", properties}}},
         {"two", xpc::dictionary{{"Port", std::uint64_t{50'000}}}},
         {"no port", xpc::dictionary{{"Entitlement", "e"}}},
         {"port 0", xpc::dictionary{{"Port", "0"}}},
         {"port beyond", xpc::dictionary{{"Port", "65536"}}},
         {"no number", xpc::dictionary{{"Port", "12a"}}},
         {"no entry", true}}));
    REQUIRE(read);
    CHECK(read->udid == "a");
    CHECK(read->os_version == "18.0");
    CHECK(read->protocol_version == 5);
    REQUIRE(read->services.size() == 2);
    CHECK(*read->find("one") == coredevice::service_entry{.port = 49'152,
                                                          .entitlement = "e",
                                                          .remote_xpc = true,
                                                          .version = 3,
                                                          .features = {"a", "b"}});
    CHECK(read->find("two")->port == 50'000);
    CHECK(read->offers("one", "b"));
    CHECK_FALSE(read->offers("one", "c"));
    CHECK_FALSE(read->offers("three", "b"));
}

TEST_CASE("what is no directory is refused", "[coredevice]")
{
    CHECK_FALSE(coredevice::read_directory({}));
    CHECK_FALSE(coredevice::read_directory({{"MessageType", "Handshake"}}));
    CHECK_FALSE(coredevice::read_directory({{"MessageType", "Heartbeat"},
                                            {"Properties", xpc::dictionary()},
                                            {"Services", xpc::dictionary()}}));
}

TEST_CASE("an invocation is wrapped as CoreDevice expects it", "[coredevice]")
{
    xpc::uuid id;
    id.bytes = {std::byte{0x01}, std::byte{0x23}, std::byte{0x45}, std::byte{0xab}};
    const auto wrapped = coredevice::envelope(
        {.feature = "feature", .input = xpc::null(), .action = "action"}, {.uuid = id}, id);
    const auto* version = xpc::member<xpc::dictionary>(wrapped, "CoreDevice.coreDeviceVersion");
    REQUIRE(version != nullptr);
    CHECK(*version ==
          xpc::dictionary{{"components", xpc::array{std::uint64_t{629}, std::uint64_t{3}}},
                          {"originalComponentsCount", std::int64_t{2}},
                          {"stringValue", "629.3"}});
    CHECK(*wrapped.find("CoreDevice.CoreDeviceDDIProtocolVersion") == xpc::value(std::int64_t{2}));
    CHECK(*wrapped.find("CoreDevice.action") == xpc::value(xpc::dictionary()));
    CHECK(*wrapped.find("CoreDevice.actionIdentifier") == xpc::value("action"));
    CHECK(*wrapped.find("CoreDevice.deviceIdentifier") ==
          xpc::value("012345AB-0000-0000-0000-000000000000"));
    CHECK(*wrapped.find("CoreDevice.invocationIdentifier") ==
          xpc::value("012345AB-0000-0000-0000-000000000000"));
    CHECK(*wrapped.find("CoreDevice.featureIdentifier") == xpc::value("feature"));
    CHECK(*wrapped.find("CoreDevice.input") == xpc::value(xpc::null()));
    const auto plain = coredevice::envelope({.feature = "feature"}, {}, id);
    CHECK(plain.find("CoreDevice.actionIdentifier") == nullptr);
    CHECK(*plain.find("CoreDevice.input") == xpc::value(xpc::dictionary()));
}

TEST_CASE("invocations have identifiers of their own", "[coredevice]")
{
    const auto one = coredevice::random_uuid();
    CHECK(one != coredevice::random_uuid());
    CHECK(coredevice::to_text(one)[14] == '4');
}

TEST_CASE("an error of the phone is told by its domain and code", "[coredevice]")
{
    const auto refused =
        coredevice::output_of(answer_with_error("com.apple.dt.CoreDeviceError", 9021));
    REQUIRE_FALSE(refused);
    CHECK(refused.error().what == problem::refused);
    CHECK(refused.error().phone == reached::all);
    CHECK(refused.error().cause == "com.apple.dt.CoreDeviceError 9021");
    CHECK(refused.error().message == "The phone refused: It will not.");
    const auto missing =
        coredevice::output_of(answer_with_error("com.apple.dt.CoreDevice.ActionError", 2));
    REQUIRE_FALSE(missing);
    CHECK(missing.error().what == problem::unsupported);
    const auto neither = coredevice::output_of({});
    REQUIRE_FALSE(neither);
    CHECK(neither.error().cause == "malformed_answer");
    CHECK(coredevice::output_of({{"CoreDevice.output", xpc::null()}}));
}

TEST_CASE("a phone's own words are cut between letters", "[coredevice]")
{
    const std::string all_but_one(299, 'n');
    const auto refused =
        coredevice::output_of(answer_with_error("domain", 1, all_but_one + "ö and on"));
    REQUIRE_FALSE(refused);
    CHECK(refused.error().message == "The phone refused: " + all_but_one);
}

TEST_CASE("a phone is asked on a connection of its own each time", "[coredevice]")
{
    boost::asio::io_context context;
    fake_phone phone(context);
    auto& service = phone.add_answering(asked_service, std::uint64_t{5});
    auto& host = phone.connected();
    CHECK(host.directory().udid == "00008120-000000000000001E");
    for (int at = 0; at < 3; ++at) {
        const auto output =
            run_until_done(context, host.invoke(asked_service, {.feature = "f"}, limit));
        REQUIRE(output);
        CHECK(*output == xpc::value(std::uint64_t{5}));
    }
    CHECK(service.connections == 3);
    REQUIRE(service.messages.size() == 3);
    CHECK(service.messages.front().flags == 0x10101);
    CHECK(service.messages.front()
              .body.find("CoreDevice.deviceIdentifier")
              ->as<std::string>()
              ->starts_with("11111111-1111"));
    REQUIRE(phone.directory.messages.size() == 1);
    CHECK(xpc::text_member(phone.directory.messages.front().body, "MessageType") == "Handshake");
    CHECK(phone.directory.messages.front().flags == 0x101);
}

TEST_CASE("a service that the phone does not name is missing until it does", "[coredevice]")
{
    boost::asio::io_context context;
    fake_phone phone(context);
    auto& host = phone.connected();
    const auto missing =
        run_until_done(context, host.invoke(asked_service, {.feature = "f"}, limit));
    REQUIRE_FALSE(missing);
    CHECK(missing.error().what == problem::unsupported);
    CHECK(missing.error().cause == "service_missing");
    phone.add_answering(asked_service, true);
    REQUIRE(run_until_done(context, host.read_directory(limit)));
    CHECK(phone.directory.connections == 2);
    CHECK(run_until_done(context, host.invoke(asked_service, {.feature = "f"}, limit)));
}

TEST_CASE("a service that has been named but does not listen yet is asked again", "[coredevice]")
{
    boost::asio::io_context context;
    fake_phone phone(context);
    auto& service = phone.add_answering(asked_service, true);
    auto& host = phone.connected();
    phone.refusals = 4;
    CHECK(run_until_done(context, host.invoke(asked_service, {.feature = "f"}, limit)));
    CHECK(service.messages.size() == 1);
    phone.refusals = 5;
    const auto refused =
        run_until_done(context, host.invoke(asked_service, {.feature = "f"}, limit));
    REQUIRE_FALSE(refused);
    CHECK(refused.error().cause == "port_refused");
    CHECK(refused.error().phone == reached::nothing);
}

TEST_CASE("a tunnel that has ended is not tried again", "[coredevice]")
{
    boost::asio::io_context context;
    std::string ended;
    int attempts = 0;
    coredevice::core_device host(
        context.get_executor(),
        [&](std::uint16_t)
            -> boost::asio::awaitable<device::result<std::unique_ptr<coredevice::byte_stream>>> {
            ++attempts;
            co_return std::unexpected(device::failure{
                .what = problem::refused, .message = "It has ended.", .cause = ended});
        },
        {.directory_port = 1, .host = {}, .attempt_pause = 1ms});
    for (const auto* cause : {"tunnel_lost", "tunnel_closed", "connection_refused"}) {
        ended = cause;
        attempts = 0;
        const auto read = run_until_done(context, host.read_directory(limit));
        REQUIRE_FALSE(read);
        CHECK(read.error().cause == ended);
        CHECK(attempts == (ended == "connection_refused" ? 5 : 1));
    }
}

TEST_CASE("a service is not tried again once the directory's connection has ended", "[coredevice]")
{
    boost::asio::io_context context;
    fake_phone phone(context);
    phone.add_answering(asked_service, true);
    auto& host = phone.connected();
    phone.directory.hang_up();
    const auto lost = [&]() -> boost::asio::awaitable<bool> {
        co_await host.until_lost();
        co_return true;
    };
    REQUIRE(run_until_done(context, lost()));
    phone.refusals = 5;
    CHECK_FALSE(run_until_done(context, host.invoke(asked_service, {.feature = "f"}, limit)));
    CHECK(phone.refusals == 4);
}

TEST_CASE("a request that was sent is never sent again", "[coredevice]")
{
    boost::asio::io_context context;
    fake_phone phone(context);
    auto& service =
        phone.add(asked_service, [](fake_service& self, const auto&) { self.hang_up(); });
    auto& host = phone.connected();
    const auto lost = run_until_done(context, host.invoke(asked_service, {.feature = "f"}, limit));
    REQUIRE_FALSE(lost);
    CHECK(lost.error().phone == reached::perhaps);
    CHECK(service.connections == 1);
}

TEST_CASE("a phone that goes is noticed by its directory", "[coredevice]")
{
    boost::asio::io_context context;
    fake_phone phone(context);
    auto& host = phone.connected();
    std::string cause;
    const auto watch = [&]() -> boost::asio::awaitable<void> {
        cause = (co_await host.until_lost()).cause;
    };
    boost::asio::co_spawn(context, watch(), boost::asio::detached);
    REQUIRE(run_until_done(context, host.read_directory(limit)));
    context.poll();
    CHECK(cause.empty()); // the connection before was closed by us
    phone.directory.hang_up();
    context.restart();
    context.run_for(limit);
    CHECK(cause == "connection_closed");
}

} // namespace thimble::tests
