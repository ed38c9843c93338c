// NAL units out of the payloads of RTP packets (RFC 7798).
#pragma once

#include "device/media/nal_unit.hpp"

#include <functional>

namespace thimble::device::media {

/// Takes payloads in their order. Phones send units alone, several of them in one packet, and one
/// in several packets; the decoding order number that RFC 7798 allows in each is never sent.
class hevc_depacketizer {
public:
    /// Bytes of one unit; a key picture of a phone has 70 KB.
    static constexpr std::size_t longest_unit = 2U << 20;

    using handler = std::function<void(byte_view)>;

    explicit hevc_depacketizer(handler on_unit) : on_unit_(std::move(on_unit)) {}

    /// Hands over the units that are complete with it, which last until this returns. False where
    /// something is malformed or does not follow what came before: units of the picture are missing
    /// then.
    bool take(byte_view payload);

    /// A packet before the next one is missing: a unit that has begun does not end.
    void forget();

private:
    bool take_aggregation(byte_view payload);
    bool take_fragment(byte_view payload);

    handler on_unit_;
    bytes unit_; // of fragments, from the first one on
};

} // namespace thimble::device::media
