// displayservice: the phone's picture as a stream, from iOS 27 on.
#include "virtualphone/coredevice/invocation.hpp"
#include "virtualphone/coredevice/media_request.hpp"
#include "virtualphone/coredevice/services.hpp"
#include "virtualphone/coredevice/version.hpp"
#include "virtualphone/media/planes.hpp"

#include <boost/asio/awaitable.hpp>

#include <array>

namespace thimble::virtualphone::coredevice {
namespace {

namespace asio = boost::asio;

constexpr std::int64_t invalid_request = 9009;
constexpr std::int64_t call_in_progress = 9022;
/// Between the end of one stream and the beginning of the next a phone takes 37 to 90 ms.
constexpr milliseconds time_to_start{60};

refusal display_refusal(std::int64_t code, std::string sentence)
{
    return {.domain = core_device_error, .code = code, .description = std::move(sentence)};
}

outcome support_info(conversation& with, const xpc::dictionary&)
{
    constexpr std::int64_t all_of_27 = 972;
    const bool streams = major_version(with.device) >= first_with_stream;
    return xpc::dictionary{{"supportedFeatures", streams ? all_of_27 : std::int64_t{0}},
                           {"supportedFeaturesDescription", streams ? "video, audio" : "none"},
                           {"avcFrameworkVersion", "2205.1.2"}};
}

/// Members of a connection that the answer to a start and the status have in common.
xpc::dictionary connection_of(const conversation& with, const media_request& asked)
{
    const auto& stream = *with.shared.streams.running();
    const media::picture_size size = media::told_size(with.device.os.hardware());
    const std::uint64_t sender = stream.port();
    const std::uint64_t receiver = asked.receiver.port;
    const std::uint64_t bits = media::granted_bit_rate(asked.offer);
    const xpc::dictionary config{{"AccessNetworkType", std::int64_t{1}},
                                 {"CustomHeight", std::uint64_t{size.height}},
                                 {"CustomWidth", std::uint64_t{size.width}},
                                 {"DestIp", asked.receiver_address},
                                 {"DestPort", receiver},
                                 {"Framerate", std::uint64_t{60}},
                                 {"IsltrpEnabled", asked.offer.long_term_references},
                                 {"JitterBufferMode", std::int64_t{1}},
                                 {"KeyFrameInterval", std::uint64_t{0}},
                                 {"LocalSSRC", std::uint64_t{stream.source()}},
                                 {"RTCPEnabled", true},
                                 {"RTCPRemotePort", receiver},
                                 {"RTCPSendInterval", 1.0},
                                 {"RTCPTimeoutEnabled", true},
                                 {"RTCPTimeoutInterval", asked.receiver.timeout.count()},
                                 {"RTPTimeoutEnabled", false},
                                 {"RTPTimeoutInterval", 0.0},
                                 {"RXMaxBitrate", bits},
                                 {"RateAdaptationEnabled", true},
                                 {"RemoteSSRC", std::uint64_t{stream.receiver().source}},
                                 {"RxPayloadType", std::int64_t{media::video_payload_type}},
                                 {"SRTCPCipherSuite", std::int64_t{0}},
                                 {"SRTPCipherSuite", std::int64_t{0}},
                                 {"SourceIP", asked.sender_address},
                                 {"SourcePort", sender},
                                 {"TXMaxBitrate", bits},
                                 {"TXMinBitrate", std::uint64_t{333'000}},
                                 {"TilesPerFrame", std::uint64_t{1}},
                                 {"TxCodecFeatureListString", asked.codec_features},
                                 {"TxPayloadType", std::int64_t{media::video_payload_type}},
                                 {"VideoStreamMode", std::int64_t{4}}};
    return {{"sender", xpc::dictionary{{"ip", asked.sender_address}, {"port", sender}}},
            {"receiver", xpc::dictionary{{"ip", asked.receiver_address}, {"port", receiver}}},
            {"timeout", static_cast<std::uint64_t>(asked.receiver.timeout.count())},
            {"direction", "output"},
            {"type", "video"},
            {"streamConfig", config},
            {"options", xpc::dictionary{{"avcMediaStreamOptionClientSessionID",
                                         xpc::dictionary{{"uuid", asked.client_session}}}}}};
}

/// The server, as hosts call all streams of the phone.
xpc::dictionary server_info(const conversation& with)
{
    const auto& running = with.shared.streams.running();
    if (!running)
        return {{"running", false}, {"sessions", xpc::array()}, {"runDurationSeconds", 0.0}};
    const double age = running->age().count();
    const xpc::dictionary status{
        {"running", true}, {"runDurationSeconds", age}, {"connectionErrors", std::int64_t{0}}};
    return {{"running", true},
            {"sessions", xpc::array{xpc::dictionary{
                             {"connection", connection_of(with, *with.shared.media_requested)},
                             {"status", status}}}},
            {"runDurationSeconds", age}};
}

outcome server_status(conversation& with, const xpc::dictionary&)
{
    return server_info(with);
}

asio::awaitable<outcome> start(conversation& with, xpc::dictionary input)
{
    if (major_version(with.device) < first_with_stream)
        co_return std::unexpected(needs_ios_27());
    if (with.device.faults.take("media.call"))
        co_return std::unexpected(display_refusal(
            call_in_progress, "A phone or VoIP call is currently in progress on the device."));
    auto socket = with.host.open_datagrams();
    auto asked = read_media_request(input, socket);
    if (!asked)
        co_return std::unexpected(asked.error());
    co_await with.device.clock.sleep(time_to_start);
    const auto started =
        with.shared.streams.start(with.device, std::move(socket), asked->offer, asked->receiver);
    if (!started)
        co_return std::unexpected(display_refusal(
            invalid_request, "Unable to start media stream: " + started.error() + "."));
    with.shared.media_requested = std::make_shared<const media_request>(*asked);
    with.shared.media_started_by = &with.host;
    const auto answer = media::negotiator_answer(asked->offer, (*started)->source());
    co_return xpc::dictionary{{"connection", connection_of(with, *asked)},
                              {"negotiatorAnswer", answer}};
}

/// Nothing but the truth will do: the phone stops no single stream.
outcome stop(conversation& with, const xpc::dictionary& input)
{
    if (input.find("stopAll") == nullptr)
        return std::unexpected(missing_key("stopAll"));
    const auto* all = xpc::member<bool>(input, "stopAll");
    if (all == nullptr)
        return std::unexpected(type_mismatch("Bool", "value of another type"));
    if (!*all)
        return std::unexpected(
            display_refusal(invalid_request, "Unable to stop media stream. Invalid request sent."));
    xpc::array stopped;
    for (const std::uint32_t receiver : with.shared.streams.stop_all(with.device))
        stopped.emplace_back(std::uint64_t{receiver});
    return xpc::dictionary{{"stoppedStreams", std::move(stopped)},
                           {"serverInfo", server_info(with)}};
}

/// Whoever has started the stream that runs from this connection must leave it alone.
bool holds_stream(const conversation& with)
{
    return with.shared.streams.running() && with.shared.media_started_by == &with.host;
}

} // namespace

/// The stream outlives the connection that it was started from; a second request on that ends both.
asio::awaitable<void> serve_display(conversation& with)
{
    static constexpr std::array features{feature{"getmediasupportinfo", support_info},
                                         feature{"getmediastreamserverstatus", server_status},
                                         feature{"startmediastream", start},
                                         feature{"stopmediastream", stop}};
    if (with.shared.media_started_by == &with.host) // one that was at the same place has gone
        with.shared.media_started_by = nullptr;
    while (!holds_stream(with))
        co_await serve_features(with, features, requests::one);
    co_await with.host.receive();
    if (holds_stream(with))
        with.shared.streams.stop_all(with.device);
    with.host.abort();
}

} // namespace thimble::virtualphone::coredevice
