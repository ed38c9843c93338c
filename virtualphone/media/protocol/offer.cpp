#include "virtualphone/media/protocol/offer.hpp"

#include "virtualphone/media/protocol/deflated.hpp"
#include "virtualphone/media/protocol/protobuf.hpp"
#include "virtualphone/plist/property_list.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <limits>

namespace thimble::virtualphone::media {
namespace {

constexpr std::size_t longest_offer = std::size_t{64} << 10U;
constexpr std::size_t longest_text = 256;

constexpr auto call_id_key = "avcMediaStreamOptionCallID";
constexpr auto mode_key = "avcMediaStreamNegotiatorMode";
constexpr auto description_key = "avcMediaStreamNegotiatorMediaBlob";
constexpr auto endpoint_key = "avcMediaStreamOptionRemoteEndpointInfo";

// Numbers of fields: of the description, of its video and audio settings, of a bank, of a tier.
constexpr std::uint32_t audio_settings = 3;
constexpr std::uint32_t video_settings = 5;
constexpr std::uint32_t decoder_name = 6;
constexpr std::uint32_t tier_field = 9;
constexpr std::uint32_t session_field = 1;
constexpr std::uint32_t feedback_field = 2;
constexpr std::uint32_t bank_field = 3;
constexpr std::uint32_t long_term_field = 7;
constexpr std::uint32_t correction_field = 10;
constexpr std::uint32_t bank_payload = 1;
constexpr std::uint32_t bank_resolution = 2;
constexpr std::uint32_t bank_features = 3;

using outcome = std::expected<void, std::string>;

std::unexpected<std::string> wrong(std::string what)
{
    return std::unexpected(std::move(what));
}

std::expected<std::string, std::string> text_in(const proto_fields& fields, std::uint32_t number)
{
    const auto found = content_in(fields, number);
    if (!found)
        return std::string();
    if (found->size() > longest_text)
        return wrong("a text is too long");
    return std::string(found->begin(), found->end());
}

std::expected<codec_bank, std::string> read_bank(byte_view content)
{
    const auto fields = parse_fields(content);
    if (!fields)
        return wrong("a codec bank: " + fields.error());
    const auto payload = number_in(*fields, bank_payload);
    const auto features = text_in(*fields, bank_features);
    if (!payload)
        return wrong("a codec bank has no payload type");
    if (!features)
        return wrong("a codec bank: " + features.error());
    const auto resolutions = std::ranges::count(*fields, bank_resolution, &proto_field::number);
    return codec_bank{*payload, *features, static_cast<std::size_t>(resolutions)};
}

outcome read_tier(byte_view content, media_offer& to)
{
    const auto fields = parse_fields(content);
    if (!fields)
        return wrong("a bit rate tier: " + fields.error());
    const auto kind = number_in(*fields, 1);
    const auto rate = number_in(*fields, 2);
    if (!kind || !rate)
        return wrong("a bit rate tier lacks a number");
    to.tiers.push_back({*kind, *rate, number_in(*fields, 3)});
    return {};
}

outcome read_session(const proto_fields& settings, media_offer& to)
{
    const auto session = number_in(settings, session_field);
    if (!session || *session > std::numeric_limits<std::uint32_t>::max())
        return wrong("the settings name no session of 32 bits");
    to.session = static_cast<std::uint32_t>(*session);
    return {};
}

outcome read_video(const proto_fields& settings, media_offer& to)
{
    to.feedback = number_in(settings, feedback_field).value_or(0) != 0;
    to.long_term_references = number_in(settings, long_term_field).value_or(0) != 0;
    to.error_correction = number_in(settings, correction_field).value_or(0) != 0;
    for (const proto_field& each : settings) {
        const auto* content = std::get_if<byte_view>(&each.value);
        if (each.number != bank_field || content == nullptr)
            continue;
        auto bank = read_bank(*content);
        if (!bank)
            return wrong(bank.error());
        to.banks.push_back(*std::move(bank));
    }
    if (to.banks.empty())
        return wrong("the settings offer no codec");
    return {};
}

outcome read_settings(const proto_fields& description, media_offer& to)
{
    const bool video = to.mode == video_mode;
    const auto content = content_in(description, video ? video_settings : audio_settings);
    if (!content)
        return wrong(video ? "there are no settings for video" : "there are no settings for audio");
    const auto settings = parse_fields(*content);
    if (!settings)
        return wrong("the settings: " + settings.error());
    if (const auto done = read_session(*settings, to); !done)
        return done;
    return video ? read_video(*settings, to) : outcome();
}

outcome read_description(byte_view description, media_offer& to)
{
    const auto fields = parse_fields(description);
    if (!fields)
        return wrong("the description: " + fields.error());
    const auto decoder = text_in(*fields, decoder_name);
    if (!decoder || decoder->empty())
        return wrong("the description names no decoder");
    to.decoder = *decoder;
    for (const proto_field& each : *fields) {
        const auto* content = std::get_if<byte_view>(&each.value);
        if (each.number != tier_field || content == nullptr)
            continue;
        if (const auto done = read_tier(*content, to); !done)
            return done;
    }
    if (to.tiers.empty())
        return wrong("the description has no bit rate tiers");
    return read_settings(*fields, to);
}

outcome read_endpoint(byte_view endpoint, media_offer& to)
{
    const auto fields = parse_fields(endpoint);
    if (!fields)
        return wrong("the endpoint: " + fields.error());
    const auto model = text_in(*fields, 3);
    const auto build = text_in(*fields, 5);
    if (!model || model->empty() || !build)
        return wrong("the endpoint does not say what it is");
    to.host_model = *model;
    to.host_build = *build;
    return {};
}

/// Members of the property list around the description.
outcome read_list(const plist::value& list, media_offer& to)
{
    const auto mode = plist::integer_at(list, mode_key);
    const auto call = plist::string_at(list, call_id_key);
    const auto endpoint = plist::data_at(list, endpoint_key);
    if (mode != video_mode && mode != audio_mode)
        return wrong("the mode is neither that of video nor that of audio");
    if (!call || call->empty() || call->size() > longest_text)
        return wrong("the call has no identifier");
    if (!endpoint)
        return wrong("there is no endpoint");
    to.mode = static_cast<int>(*mode);
    to.call_id = *call;
    return read_endpoint(*endpoint, to);
}

} // namespace

std::expected<media_offer, std::string> parse_offer(byte_view offer)
{
    if (offer.size() > longest_offer)
        return wrong("the offer is too long");
    const auto list = plist::parse(offer);
    if (!list || !list->is_object())
        return wrong("the offer is no property list");
    media_offer result;
    if (const auto done = read_list(*list, result); !done)
        return wrong(done.error());
    const auto packed = plist::data_at(*list, description_key);
    if (!packed)
        return wrong("there is no description of the media");
    const auto description = inflate(*packed, longest_offer);
    if (!description)
        return wrong(description.error());
    result.checksum = crc32_of(*description);
    result.description_size = description->size();
    if (const auto done = read_description(*description, result); !done)
        return wrong(done.error());
    return result;
}

std::uint64_t granted_bit_rate(const media_offer& offer)
{
    constexpr std::size_t all_tiers = 10;
    constexpr std::uint64_t most = 6'000'000;
    constexpr std::uint64_t next_to_nothing = 299;
    return offer.tiers.size() < all_tiers ? next_to_nothing : most;
}

const codec_bank* chosen_bank(const media_offer& offer)
{
    const auto found = std::ranges::find(offer.banks, hevc_payload_type, &codec_bank::payload_type);
    return found == offer.banks.end() ? nullptr : &*found;
}

bytes negotiator_answer(const media_offer& offer, std::uint32_t source)
{
    proto_writer bank;
    bank.number(bank_payload, hevc_payload_type).text(bank_features, "FLS;SW:1;");
    proto_writer settings;
    settings.number(session_field, source)
        .number(feedback_field, 0)
        .content(bank_field, bank.written())
        .number(long_term_field, offer.long_term_references ? 1 : 0);
    proto_writer description;
    description.number(1, 1)
        .number(2, 1)
        .content(video_settings, settings.written())
        .text(decoder_name, "Viceroy 1.7.0");
    return plist::to_binary({{mode_key, offer.mode},
                             {call_id_key, offer.call_id},
                             {description_key, plist::data(deflate(description.written()))}});
}

} // namespace thimble::virtualphone::media
