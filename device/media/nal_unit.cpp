#include "device/media/nal_unit.hpp"

#include "device/media/big_endian.hpp"

namespace thimble::device::media {
namespace {

constexpr std::size_t length_bytes = 4; // before a unit

}

std::optional<unsigned> nal_type(byte_view unit)
{
    if (unit.size() < nal_header_bytes)
        return std::nullopt;
    return (std::to_integer<unsigned>(unit[0]) >> 1U) & 0x3fU;
}

bool begins_picture(byte_view unit)
{
    return unit.size() > nal_header_bytes &&
           (unit[nal_header_bytes] & std::byte{0x80}) != std::byte{};
}

void append_nal(bytes& to, byte_view unit)
{
    append_u32(to, static_cast<std::uint32_t>(unit.size()));
    to.insert(to.end(), unit.begin(), unit.end());
}

byte_view take_nal(byte_view& from)
{
    if (from.size() < length_bytes)
        return {};
    const std::size_t length = read_u32(from, 0);
    if (length > from.size() - length_bytes)
        return {};
    const auto unit = from.subspan(length_bytes, length);
    from = from.subspan(length_bytes + length);
    return unit;
}

} // namespace thimble::device::media
