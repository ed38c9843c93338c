// Offers of a media stream that a host makes to the virtual phone: as a whole, and the description
// inside, which an offer holds deflated.
#include "tests/fuzz/fuzz.hpp"
#include "virtualphone/media/protocol/deflated.hpp"
#include "virtualphone/media/protocol/offer.hpp"
#include "virtualphone/plist/property_list.hpp"

#include <algorithm>

namespace thimble::fuzz {

namespace {

namespace media = virtualphone::media;
namespace plist = virtualphone::plist;

void check_offer(media::byte_view input)
{
    const auto read = media::parse_offer(input);
    if (!read)
        return;
    require(read->mode == media::video_mode || read->mode == media::audio_mode,
            "there are two modes");
    require(!read->tiers.empty(), "an offer has tiers");
    require(media::granted_bit_rate(*read) <= 6'000'000, "no more is granted than a phone sends");
    const auto answer = plist::parse(media::negotiator_answer(*read, 1));
    require(answer.has_value(), "every offer is answered");
    require(plist::integer_at(*answer, "avcMediaStreamNegotiatorMode") == read->mode,
            "the answer is about the same mode");
}

/// As if it had been deflated, in an offer that is right otherwise.
media::bytes around(media::byte_view description)
{
    const media::bytes endpoint{0x08, 0x00, 0x10, 0x01, 0x1A, 0x01, 0x4D, 0x2A, 0x01, 0x32};
    return plist::to_binary(
        {{"avcMediaStreamOptionRemoteEndpointInfo", plist::data(endpoint)},
         {"avcMediaStreamNegotiatorMode", 5},
         {"avcMediaStreamNegotiatorMediaBlob", plist::data(media::deflate(description))},
         {"avcMediaStreamOptionCallID", "A"}});
}

} // namespace

} // namespace thimble::fuzz

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    using namespace thimble;
    constexpr std::size_t longest = 1U << 17U;
    const fuzz::media::byte_view input(data, std::min(size, longest));
    fuzz::check_offer(input);
    fuzz::check_offer(fuzz::around(input));
    return 0;
}
