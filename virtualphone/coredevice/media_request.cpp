#include "virtualphone/coredevice/media_request.hpp"

#include "virtualphone/tunnel/packets/cdtunnel.hpp"

#include <boost/asio/ip/address_v6.hpp>

#include <limits>

namespace thimble::virtualphone::coredevice {
namespace {

constexpr std::int64_t invalid_media_request = 9009;
constexpr std::int64_t no_sender = 9014;
constexpr std::int64_t invalid_parameter = 32035;
constexpr std::int64_t address_not_available = 49;
constexpr std::int64_t no_route = 65;
constexpr std::int64_t built_in_display = 1;

using checked = std::expected<void, refusal>;

std::unexpected<refusal> display_error(std::int64_t code, std::string sentence)
{
    return std::unexpected(
        refusal{.domain = core_device_error, .code = code, .description = std::move(sentence)});
}

std::unexpected<refusal> system_error(std::int64_t code, std::string sentence)
{
    return std::unexpected(
        refusal{.domain = posix_error, .code = code, .description = std::move(sentence)});
}

/// However its text is written.
bool names(const std::string& text, const tunnel::address& what)
{
    boost::system::error_code error;
    const auto read = boost::asio::ip::make_address_v6(text, error);
    return !error && read.to_bytes() == what.octets;
}

/// An option is a dictionary whose only member is named after its type.
template <class Type>
std::expected<Type, refusal>
option(const xpc::dictionary& options, std::string_view name, std::string_view type)
{
    const auto wrapped = wanted<xpc::dictionary>(options, name);
    if (!wrapped)
        return std::unexpected(wrapped.error());
    return wanted<Type>(*wrapped, type);
}

checked read_receiver(const xpc::dictionary& input, media_request& to)
{
    const auto port = wanted<std::uint64_t>(input, "receiverPort");
    const auto timeout = wanted<std::uint64_t>(input, "timeout");
    if (!port)
        return std::unexpected(port.error());
    if (!timeout)
        return std::unexpected(timeout.error());
    if (*port == 0 || *port > std::numeric_limits<std::uint16_t>::max())
        return display_error(invalid_media_request, "The receiver's port is no port.");
    constexpr std::uint64_t longest = 86'400;
    to.receiver.port = static_cast<std::uint16_t>(*port);
    to.receiver.timeout = std::chrono::seconds(std::min(*timeout, longest));
    return {};
}

checked
read_addresses(const xpc::dictionary& input, const tunnel::datagram_socket& from, media_request& to)
{
    const auto* sender = xpc::member<std::string>(input, "senderIP");
    const auto receiver = wanted<std::string>(input, "receiverIP");
    if (sender == nullptr)
        return display_error(no_sender, "The sender IP address is missing.");
    if (!receiver)
        return std::unexpected(receiver.error());
    if (!names(*sender, from.phone()))
        return system_error(address_not_available, "Can't assign requested address");
    if (!names(*receiver, from.host()))
        return system_error(no_route, "No route to host");
    to.sender_address = *sender;
    to.receiver_address = *receiver;
    return {};
}

checked read_options(const xpc::dictionary& input, media_request& to)
{
    const auto options = wanted<xpc::dictionary>(input, "options");
    if (!options)
        return std::unexpected(options.error());
    for (const auto* name : {"AVCMediaStreamNegotiatorAccessNetworkType",
                             "AVCMediaStreamNegotiatorTransportProtocolType"})
        if (const auto number = option<std::int64_t>(*options, name, "int"); !number)
            return std::unexpected(number.error());
    const auto mode = option<std::string>(*options, "CoreDeviceVideoDisplayMode", "string");
    const auto display = option<std::int64_t>(*options, "VideoStreamForDisplayID", "int");
    const auto session = option<xpc::uuid>(*options, "avcMediaStreamOptionClientSessionID", "uuid");
    if (!mode)
        return std::unexpected(mode.error());
    if (!display)
        return std::unexpected(display.error());
    if (!session)
        return std::unexpected(session.error());
    if (*mode != "DisplayByID" || *display != built_in_display)
        return display_error(invalid_media_request, "There is no such display.");
    to.client_session = *session;
    return {};
}

checked read_direction(const xpc::dictionary& input)
{
    const auto features = wanted<std::uint64_t>(input, "clientSupportedFeatures");
    const auto direction = wanted<std::string>(input, "direction");
    const auto type = wanted<std::string>(input, "type");
    if (!features)
        return std::unexpected(features.error());
    if (!direction)
        return std::unexpected(direction.error());
    if (!type)
        return std::unexpected(type.error());
    if (*direction != "output" || *type != "video") // the virtual phone has no sound
        return std::unexpected(not_implemented());
    return {};
}

std::unexpected<refusal> offer_refused(std::string why)
{
    return std::unexpected(refusal{.domain = core_device_error,
                                   .code = invalid_parameter,
                                   .description = "Invalid Parameter",
                                   .detail = std::move(why)});
}

checked read_offer(const xpc::dictionary& input, media_request& to)
{
    const auto content = wanted<xpc::bytes>(input, "negotiatorOffer");
    if (!content)
        return std::unexpected(content.error());
    auto offer = media::parse_offer(*content);
    if (!offer)
        return offer_refused(offer.error());
    if (offer->mode != media::video_mode)
        return offer_refused("the mode is not that of video");
    const auto* bank = media::chosen_bank(*offer);
    if (bank == nullptr)
        return offer_refused("the offer has no bank of HEVC");
    to.codec_features = bank->features;
    to.receiver.source = offer->session;
    to.offer = *std::move(offer);
    return {};
}

} // namespace

std::expected<media_request, refusal> read_media_request(const xpc::dictionary& input,
                                                         const tunnel::datagram_socket& from)
{
    media_request result;
    checked done = read_direction(input);
    if (done)
        done = read_receiver(input, result);
    if (done)
        done = read_addresses(input, from, result);
    if (done)
        done = read_options(input, result);
    if (done)
        done = read_offer(input, result);
    if (!done)
        return std::unexpected(done.error());
    return result;
}

} // namespace thimble::virtualphone::coredevice
