// Streams of the display: asked for, started, stopped.
#include "device/coredevice/media_stream.hpp"
#include "device/coredevice/service_names.hpp"
#include "device/coredevice/xpc_members.hpp"
#include "tests/catch2.hpp"
#include "tests/device/coredevice/bytes.hpp"
#include "tests/device/coredevice/fake_phone.hpp"
#include "tests/device/run_until_done.hpp"

#include <optional>
#include <utility>

namespace thimble::tests {
namespace {

namespace coredevice = device::coredevice;
using namespace std::chrono_literals;

xpc::dictionary started_answer()
{
    return {
        {"connection",
         xpc::dictionary{{"sender", xpc::dictionary{{"port", std::uint64_t{50'002}}}},
                         {"streamConfig", xpc::dictionary{{"RxPayloadType", std::int64_t{101}},
                                                          {"LocalSSRC", std::uint64_t{0xb6d5b756}},
                                                          {"RemoteSSRC", std::uint64_t{7}}}}}},
        {"negotiatorAnswer", bytes_of("01")}};
}

xpc::dictionary refusal_of(std::int64_t code)
{
    return {{"CoreDevice.error",
             xpc::dictionary{{"domain", "com.apple.dt.CoreDeviceError"},
                             {"code", code},
                             {"userInfo", xpc::dictionary{{"NSLocalizedDescription", "No."}}}}}};
}

using started_stream = std::optional<device::result<coredevice::media_stream>>;

boost::asio::awaitable<bool> start_into(started_stream& to, coredevice::core_device& of)
{
    to.emplace(co_await coredevice::start_media_stream(of,
                                                       {.offer = bytes_of("0102"),
                                                        .receiver = "fd00::2",
                                                        .receiver_port = 49'200,
                                                        .sender = "fd00::1",
                                                        .session = {.bytes = {std::byte{9}}}},
                                                       10s));
    co_return true;
}

device::result<coredevice::media_stream> start(boost::asio::io_context& context, fake_phone& phone)
{
    started_stream started;
    run_until_done(context, start_into(started, phone.connected()));
    return std::move(*started);
}

} // namespace

TEST_CASE("a stream is asked for in the kinds that the phone wants", "[coredevice]")
{
    boost::asio::io_context context;
    fake_phone phone(context);
    const auto& service =
        phone.add_answering(coredevice::service::display, xpc::value(started_answer()));
    const auto stream = start(context, phone);
    REQUIRE(stream);
    CHECK(stream->payload_type == 101);
    CHECK(stream->sender_port == 50'002);
    CHECK(stream->phone_source == 0xb6d5b756);
    CHECK(stream->session_source == 7);
    CHECK(stream->connection.is_open());
    const auto& asked = service.messages.front();
    CHECK(feature_of(asked) == "com.apple.coredevice.feature.startmediastream");
    CHECK(xpc::text_member(asked.body, "CoreDevice.actionIdentifier") ==
          "com.apple.coredevice.action.mediastreamstart");
    const xpc::uuid session{.bytes = {std::byte{9}}};
    CHECK(input_of(asked) ==
          xpc::dictionary{
              {"clientSupportedFeatures", std::uint64_t{140}},
              {"direction", "output"},
              {"negotiatorOffer", bytes_of("0102")},
              {"options",
               xpc::dictionary{
                   {"AVCMediaStreamNegotiatorAccessNetworkType",
                    xpc::dictionary{{"int", std::int64_t{1}}}},
                   {"AVCMediaStreamNegotiatorTransportProtocolType",
                    xpc::dictionary{{"int", std::int64_t{2}}}},
                   {"CoreDeviceVideoDisplayMode", xpc::dictionary{{"string", "DisplayByID"}}},
                   {"VideoStreamForDisplayID", xpc::dictionary{{"int", std::int64_t{1}}}},
                   {"avcMediaStreamOptionClientSessionID", xpc::dictionary{{"uuid", session}}}}},
              {"receiverIP", "fd00::2"},
              {"receiverPort", std::uint64_t{49'200}},
              {"senderIP", "fd00::1"},
              {"timeout", std::uint64_t{3'600}},
              {"type", "video"}});
}

TEST_CASE("an answer without settings means the usual ones", "[coredevice]")
{
    boost::asio::io_context context;
    fake_phone phone(context);
    phone.add_answering(coredevice::service::display,
                        xpc::dictionary{{"connection", xpc::dictionary()}});
    const auto stream = start(context, phone);
    REQUIRE(stream);
    CHECK(stream->payload_type == 100);
}

TEST_CASE("an answer without a connection is none", "[coredevice]")
{
    boost::asio::io_context context;
    fake_phone phone(context);
    phone.add_answering(coredevice::service::display, xpc::dictionary());
    const auto stream = start(context, phone);
    REQUIRE_FALSE(stream);
    CHECK(stream.error().cause == "malformed_answer");
}

TEST_CASE("values beyond their bounds are left out", "[coredevice]")
{
    boost::asio::io_context context;
    fake_phone phone(context);
    phone.add_answering(
        coredevice::service::display,
        xpc::dictionary{
            {"connection",
             xpc::dictionary{{"sender", xpc::dictionary{{"port", std::uint64_t{70'000}}}},
                             {"streamConfig", xpc::dictionary{{"RxPayloadType", std::uint64_t{200}},
                                                              {"LocalSSRC", std::int64_t{-1}}}}}}});
    const auto stream = start(context, phone);
    REQUIRE(stream);
    CHECK(stream->payload_type == 100);
    CHECK(stream->sender_port == 0);
    CHECK(stream->phone_source == 0);
}

TEST_CASE("a release that sends no display says so", "[coredevice]")
{
    boost::asio::io_context context;
    fake_phone phone(context);
    phone.add(coredevice::service::display, answering(refusal_of(9021)));
    const auto stream = start(context, phone);
    REQUIRE_FALSE(stream);
    CHECK(stream.error().what == device::problem::unsupported);
}

TEST_CASE("a phone that has no time for a stream refuses it", "[coredevice]")
{
    boost::asio::io_context context;
    fake_phone phone(context);
    phone.add(coredevice::service::display, answering(refusal_of(9022)));
    const auto stream = start(context, phone);
    REQUIRE_FALSE(stream);
    CHECK(stream.error().what == device::problem::refused);
    CHECK(stream.error().cause == "com.apple.dt.CoreDeviceError 9022");
}

TEST_CASE("what a phone can send is told by a number", "[coredevice]")
{
    boost::asio::io_context context;
    fake_phone phone(context);
    std::uint64_t features = 972;
    phone.add(coredevice::service::display, [&](fake_service& by,
                                                const fake_service::heard_message& asked) {
        by.reply(asked, {{"CoreDevice.output", xpc::dictionary{{"supportedFeatures", features}}}});
    });
    CHECK(run_until_done(context, coredevice::offers_media_streams(phone.connected())) == true);
    features = 0;
    CHECK(run_until_done(context, coredevice::offers_media_streams(phone.connected())) == false);
}

TEST_CASE("all streams are stopped, whether the phone answers or hangs up", "[coredevice]")
{
    boost::asio::io_context context;
    fake_phone phone(context);
    bool answers = true;
    const auto& service =
        phone.add(coredevice::service::display,
                  [&](fake_service& by, const fake_service::heard_message& asked) {
                      if (answers)
                          by.reply(asked, {{"CoreDevice.output",
                                            xpc::dictionary{{"stoppedStreams", xpc::array()}}}});
                      else
                          by.hang_up();
                  });
    CHECK(run_until_done(context, coredevice::stop_media_streams(phone.connected())));
    CHECK(input_of(service.messages.front()) == xpc::dictionary{{"stopAll", true}});
    answers = false;
    CHECK(run_until_done(context, coredevice::stop_media_streams(phone.connected())));
    CHECK(service.connections == 2);
}

} // namespace thimble::tests
