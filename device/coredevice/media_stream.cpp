#include "device/coredevice/media_stream.hpp"

#include "device/coredevice/malformed_answer.hpp"
#include "device/coredevice/service_names.hpp"
#include "device/coredevice/xpc_members.hpp"

#include <utility>

namespace thimble::device::coredevice {
namespace {

constexpr std::chrono::seconds media_limit{10};

constexpr std::uint64_t host_features = 140; // as Apple's own host says them
constexpr std::int64_t network_by_cable = 1;
constexpr std::int64_t transport_by_udp = 2;
constexpr std::int64_t most_payload_types = 127;

/// For which a phone goes on without reports of the receiver. It acts upon none of them, so that
/// none are sent.
constexpr std::uint64_t report_seconds = 3'600;

constexpr auto needs_later_release = "com.apple.dt.CoreDeviceError 9021";

xpc::value option(const char* kind, xpc::value what)
{
    return xpc::dictionary{{kind, std::move(what)}};
}

xpc::dictionary start_input(media_stream_request what)
{
    xpc::dictionary options{
        {"AVCMediaStreamNegotiatorAccessNetworkType", option("int", network_by_cable)},
        {"AVCMediaStreamNegotiatorTransportProtocolType", option("int", transport_by_udp)},
        {"CoreDeviceVideoDisplayMode", option("string", "DisplayByID")},
        {"VideoStreamForDisplayID", option("int", what.display)},
        {"avcMediaStreamOptionClientSessionID", option("uuid", what.session)}};
    return {{"clientSupportedFeatures", host_features},
            {"direction", "output"},
            {"negotiatorOffer", std::move(what.offer)},
            {"options", std::move(options)},
            {"receiverIP", std::move(what.receiver)},
            {"receiverPort", std::uint64_t{what.receiver_port}},
            {"senderIP", std::move(what.sender)},
            {"timeout", report_seconds},
            {"type", "video"}};
}

template <class Number>
Number number_in(const xpc::dictionary* of, std::string_view key)
{
    const auto found = of == nullptr ? std::nullopt : xpc::integer_member(*of, key);
    return std::in_range<Number>(found.value_or(0)) ? static_cast<Number>(found.value_or(0)) : 0;
}

const xpc::dictionary* part(const xpc::dictionary* of, std::string_view key)
{
    return of == nullptr ? nullptr : xpc::member<xpc::dictionary>(*of, key);
}

/// An answer that lacks a value leaves it as it usually is; one without a connection is none.
result<media_stream> stream_in(const xpc::value& output, remote_xpc over)
{
    const auto* connection = part(output.as<xpc::dictionary>(), "connection");
    if (connection == nullptr)
        return std::unexpected(malformed_answer("its stream"));
    const auto* settings = part(connection, "streamConfig");
    media_stream result{.connection = std::move(over),
                        .sender_port = number_in<std::uint16_t>(part(connection, "sender"), "port"),
                        .session_source = number_in<std::uint32_t>(settings, "RemoteSSRC"),
                        .phone_source = number_in<std::uint32_t>(settings, "LocalSSRC")};
    const auto type = number_in<std::uint8_t>(settings, "RxPayloadType");
    if (type > 0 && type <= most_payload_types)
        result.payload_type = type;
    return result;
}

failure explained(failure what)
{
    if (what.cause == needs_later_release)
        what.what = problem::unsupported;
    return what;
}

} // namespace

boost::asio::awaitable<result<bool>> offers_media_streams(core_device& of)
{
    const auto output =
        co_await of.invoke(service::display,
                           {.feature = "com.apple.coredevice.feature.getmediasupportinfo",
                            .action = "com.apple.coredevice.action.mediastreamgetsupportinfo"},
                           media_limit);
    if (!output)
        co_return std::unexpected(output.error());
    const auto* about = output->as<xpc::dictionary>();
    const auto features =
        about == nullptr ? std::nullopt : xpc::integer_member(*about, "supportedFeatures");
    if (!features)
        co_return std::unexpected(malformed_answer("its streams"));
    co_return *features != 0;
}

boost::asio::awaitable<result<media_stream>>
start_media_stream(core_device& of, media_stream_request what, std::chrono::milliseconds within)
{
    auto connection = co_await of.open(service::display, within);
    if (!connection)
        co_return std::unexpected(connection.error());
    const auto reply = co_await connection->request(
        of.wrapped({.feature = "com.apple.coredevice.feature.startmediastream",
                    .input = start_input(std::move(what)),
                    .action = "com.apple.coredevice.action.mediastreamstart"}),
        within);
    if (!reply)
        co_return std::unexpected(reply.error());
    const auto output = output_of(*reply);
    if (!output)
        co_return std::unexpected(explained(output.error()));
    co_return stream_in(*output, std::move(*connection));
}

/// A phone may end the connection instead of answering, with its streams.
boost::asio::awaitable<result<void>> stop_media_streams(core_device& of)
{
    const auto output =
        co_await of.invoke(service::display,
                           {.feature = "com.apple.coredevice.feature.stopmediastream",
                            .input = xpc::dictionary{{"stopAll", true}},
                            .action = "com.apple.coredevice.action.mediastreamstop"},
                           media_limit);
    if (!output &&
        (output.error().cause != "connection_closed" || output.error().phone == reached::nothing))
        co_return std::unexpected(output.error());
    co_return result<void>();
}

} // namespace thimble::device::coredevice
