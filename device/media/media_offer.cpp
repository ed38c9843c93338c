#include "device/media/media_offer.hpp"

#include "device/media/protocol_buffer.hpp"
#include "device/plist/binary_list.hpp"

#include <array>
#include <new>
#include <utility>
#include <vector>
#include <zlib.h>

namespace thimble::device::media {
namespace {

constexpr std::int64_t video_mode = 5;
constexpr int best_compression = 9; // what Apple's hosts use; phones refuse others
constexpr std::size_t session_bytes = 5;

/// An entry of the table of bit rates, in the words of AVConference.
struct rate_tier {
    std::uint64_t kind = 0;
    std::uint64_t bits = 0;   // a second
    std::uint64_t buffer = 0; // none where it is 0
};

/// As Apple's own hosts send it, in this order.
constexpr std::array<rate_tier, 10> rate_tiers{{
    {.kind = 4074, .bits = 0, .buffer = 16'384},
    {.kind = 0, .bits = 75'000'000, .buffer = 524'288},
    {.kind = 0, .bits = 40'000'000, .buffer = 12'288},
    {.kind = 16, .bits = 4'100},
    {.kind = 0, .bits = 20'000'000, .buffer = 98'304},
    {.kind = 4, .bits = 6'500},
    {.kind = 0, .bits = 6'000'000, .buffer = 131'072},
    {.kind = 0, .bits = 100'000'000, .buffer = 1'048'576},
    {.kind = 0, .bits = 60'000'000, .buffer = 262'144},
    {.kind = 1, .bits = 299},
}};

/// A codec of the offer.
struct codec_bank {
    std::uint64_t payload_type = 0;
    unsigned resolutions = 0;
    const char* features = "";
    std::uint64_t kind = 0;
};

constexpr codec_bank avc_bank{
    .payload_type = 123, .resolutions = 4, .features = "FLS;SW:1;", .kind = 1};
constexpr codec_bank hevc_bank{// which phones choose
                               .payload_type = 100,
                               .resolutions = 2,
                               .features = "FLS;VRAE:0;SW:1;",
                               .kind = 14};

bytes encoded(const codec_bank& bank)
{
    constexpr std::uint64_t codec_capability = 50'115;
    protocol_buffer to;
    to.number(1, bank.payload_type);
    for (unsigned nth = 0; nth < bank.resolutions; ++nth) {
        protocol_buffer resolution;
        resolution.number(1, 1);
        resolution.number(2, 1 + (nth % 2));
        resolution.number(3, codec_capability);
        resolution.number(4, 0);
        to.content(2, resolution.written());
    }
    to.text(3, bank.features);
    to.number(4, bank.kind);
    return to.written();
}

bytes encoded(const rate_tier& tier)
{
    protocol_buffer to;
    to.number(1, tier.kind);
    to.number(2, tier.bits);
    if (tier.buffer > 0)
        to.number(3, tier.buffer);
    return to.written();
}

bytes video_settings(const media_offer& of)
{
    protocol_buffer to;
    to.number(1, of.session, session_bytes);
    to.number(2, 0); // feedback by RTCP, which phones do not act upon
    to.content(3, encoded(avc_bank));
    to.content(3, encoded(hevc_bank));
    to.number(7, of.long_term_references ? 1 : 0);
    to.number(8, 63); // formats of pixels
    to.number(12, 1);
    return to.written();
}

/// As a zlib stream. A phone compares more than its content, so the library is the one that
/// everybody has.
bytes compressed(byte_view what)
{
    bytes result(::compressBound(static_cast<uLong>(what.size())));
    auto length = static_cast<uLongf>(result.size());
    const auto* from = reinterpret_cast<const Bytef*>(what.data()); // NOLINT(*-reinterpret-cast)
    auto* to = reinterpret_cast<Bytef*>(result.data());             // NOLINT(*-reinterpret-cast)
    if (::compress2(to, &length, from, static_cast<uLong>(what.size()), best_compression) != Z_OK)
        throw std::bad_alloc(); // its only failure with that much room
    result.resize(length);
    return result;
}

} // namespace

bytes media_description(const media_offer& of)
{
    constexpr std::uint64_t recorded_time = 17'137'042'128'614'416'384U; // which nobody looks at
    protocol_buffer to;
    to.number(1, 1);
    to.number(2, 1);
    to.content(5, video_settings(of));
    to.text(6, "Viceroy 1.7.0");
    to.number(8, 0);
    for (const auto& tier : rate_tiers)
        to.content(9, encoded(tier));
    to.number(13, recorded_time);
    to.number(14, 2);
    to.number(16, 0);
    to.number(18, 1);
    return to.written();
}

bytes host_description()
{
    protocol_buffer to;
    to.number(1, 0);
    to.number(2, 1);
    to.text(3, "Mac15,9");
    to.text(4, "2205.3.1");
    to.text(5, "25F80");
    return to.written();
}

bytes encode_offer(const media_offer& of)
{
    plist::binary_list_writer to;
    const auto entry = [&to](const char* key, std::size_t value) {
        return std::pair(to.text(key), value);
    };
    const std::vector root{
        entry("avcMediaStreamNegotiatorMediaBlob", to.data(compressed(media_description(of)))),
        entry("avcMediaStreamNegotiatorMode", to.integer(video_mode)),
        entry("avcMediaStreamOptionCallID", to.text(of.call)),
        entry("avcMediaStreamOptionRemoteEndpointInfo", to.data(host_description()))};
    return std::move(to).finish(root);
}

} // namespace thimble::device::media
