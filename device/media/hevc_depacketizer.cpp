#include "device/media/hevc_depacketizer.hpp"

#include "device/media/big_endian.hpp"

namespace thimble::device::media {
namespace {

constexpr std::size_t size_bytes = 2;     // before each unit of several
constexpr std::size_t fragment_bytes = 1; // after the header of a fragment
constexpr std::byte first_fragment{0x80};
constexpr std::byte last_fragment{0x40};
constexpr std::byte fragment_type{0x3f};
constexpr std::byte layer_bit{0x81}; // what a unit's first byte has beside its type

bool is_set(std::byte what, std::byte bit)
{
    return (what & bit) != std::byte{};
}

} // namespace

void hevc_depacketizer::forget()
{
    unit_.clear();
}

bool hevc_depacketizer::take(byte_view payload)
{
    const auto type = nal_type(payload);
    if (type == nal::fragment)
        return take_fragment(payload);
    const bool unfinished = !unit_.empty();
    forget();
    if (type == nal::aggregation)
        return take_aggregation(payload) && !unfinished;
    if (!type || *type > nal::last_of_stream)
        return false;
    on_unit_(payload);
    return !unfinished;
}

bool hevc_depacketizer::take_aggregation(byte_view payload)
{
    auto left = payload.subspan(nal_header_bytes);
    while (left.size() > size_bytes) {
        const std::size_t size = read_u16(left, 0);
        left = left.subspan(size_bytes);
        if (size > left.size())
            return false;
        const auto unit = left.first(size);
        const auto type = nal_type(unit);
        if (!type || *type > nal::last_of_stream)
            return false;
        on_unit_(unit);
        left = left.subspan(size);
    }
    return left.empty();
}

bool hevc_depacketizer::take_fragment(byte_view payload)
{
    constexpr auto head = nal_header_bytes + fragment_bytes;
    if (payload.size() <= head) {
        forget();
        return false;
    }
    const auto about = payload[nal_header_bytes];
    const bool unfinished = !unit_.empty();
    if (is_set(about, first_fragment)) {
        const auto type = about & fragment_type;
        unit_ = {(payload[0] & layer_bit) | (type << 1U), payload[1]};
        if (*nal_type(unit_) > nal::last_of_stream) {
            forget();
            return false;
        }
    } else if (!unfinished) {
        return false;
    }
    const auto content = payload.subspan(head);
    if (unit_.size() + content.size() > longest_unit) {
        forget();
        return false;
    }
    unit_.insert(unit_.end(), content.begin(), content.end());
    if (is_set(about, last_fragment)) {
        on_unit_(unit_);
        forget();
    }
    return !(unfinished && is_set(about, first_fragment));
}

} // namespace thimble::device::media
