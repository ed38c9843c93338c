#include "device/dtx/payload.hpp"

#include "device/coredevice/little_endian.hpp"

// A body begins with u32 kind, u32 bytes of the auxiliary, u32 bytes of auxiliary and payload
// together, u32 flags; all least significant byte first. Peers use the upper bits of the first word
// for hints, so that only its lowest byte is the kind.

namespace thimble::device::dtx {
namespace {

using coredevice::little_endian;
using coredevice::put_little_endian;

constexpr std::size_t body_header_bytes = 16;
constexpr std::uint32_t kind_mask = 0xFF;

bytes part(byte_view of)
{
    return {of.begin(), of.end()};
}

} // namespace

bytes encode(const message_body& what)
{
    bytes result;
    const auto auxiliary = static_cast<std::uint32_t>(what.auxiliary.size());
    const auto payload = static_cast<std::uint32_t>(what.payload.size());
    result.reserve(body_header_bytes + auxiliary + payload);
    put_little_endian(result, static_cast<std::uint32_t>(what.kind));
    put_little_endian(result, auxiliary);
    put_little_endian(result, auxiliary + payload);
    put_little_endian(result, std::uint32_t{0});
    result.insert(result.end(), what.auxiliary.begin(), what.auxiliary.end());
    result.insert(result.end(), what.payload.begin(), what.payload.end());
    return result;
}

std::expected<message_body, malformed> decode_body(byte_view body)
{
    if (body.size() < body_header_bytes)
        return std::unexpected(malformed::truncated);
    const auto kind = static_cast<payload_kind>(little_endian<std::uint32_t>(body) & kind_mask);
    if (kind == payload_kind::compressed)
        return std::unexpected(malformed::compressed);
    const std::size_t auxiliary = little_endian<std::uint32_t>(body.subspan(4));
    const std::size_t both = little_endian<std::uint32_t>(body.subspan(8));
    const auto content = body.subspan(body_header_bytes);
    if (both > content.size())
        return std::unexpected(malformed::truncated);
    if (auxiliary > both)
        return std::unexpected(malformed::bad_length);
    return message_body{.kind = kind,
                        .auxiliary = part(content.first(auxiliary)),
                        .payload = part(content.subspan(auxiliary, both - auxiliary))};
}

} // namespace thimble::device::dtx
