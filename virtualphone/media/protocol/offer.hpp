// A host's offer of a media stream: what it can decode, and who it is.
#pragma once

#include "virtualphone/media/protocol/bytes.hpp"

#include <expected>
#include <optional>
#include <string>

namespace thimble::virtualphone::media {

inline constexpr int video_mode = 5;
inline constexpr int audio_mode = 6;
inline constexpr std::uint64_t hevc_payload_type = 100;

struct codec_bank {
    std::uint64_t payload_type = 0;
    std::string features;        // "FLS;VRAE:0;SW:1;"
    std::size_t resolutions = 0; // that it names
};

struct bit_rate_tier {
    std::uint64_t kind = 0; // 0: a bound of the network
    std::uint64_t bits_a_second = 0;
    std::optional<std::uint64_t> buffer;
};

struct media_offer {
    int mode = video_mode;
    std::string call_id;
    std::string host_model;
    std::string host_build;
    std::uint32_t session = 0;  // the source that the host's own reports come from
    std::uint32_t checksum = 0; // CRC-32 of the description of the media, inflated
    std::size_t description_size = 0;
    bool feedback = false; // it may ask for key pictures
    bool long_term_references = false;
    bool error_correction = false;
    std::string decoder;           // "Viceroy 1.7.0"
    std::vector<codec_bank> banks; // of video
    std::vector<bit_rate_tier> tiers;
};

/// At most 64 KiB, deflated and inflated. The error says what is wrong with it.
std::expected<media_offer, std::string> parse_offer(byte_view offer);

/// The most bits a second that a phone sends for this offer, whatever its tiers say; a host that
/// leaves one of them out gets next to nothing.
std::uint64_t granted_bit_rate(const media_offer& offer);

/// The bank that the phone chooses; nullptr when it would have to send something other than HEVC.
const codec_bank* chosen_bank(const media_offer& offer);

/// As the phone puts it into its answer, binary.
bytes negotiator_answer(const media_offer& offer, std::uint32_t source);

} // namespace thimble::virtualphone::media
