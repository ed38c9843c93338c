#include "device/tunnel/packet_splitter.hpp"

#include "device/tunnel/big_endian.hpp"
#include "device/tunnel/ipv6.hpp"

#include <algorithm>

namespace thimble::device::tunnel {
namespace {

/// Of one read: several packets at once where the stream has them.
constexpr std::size_t least_room = 64UL << 10;

} // namespace

packet_splitter::packet_splitter(std::size_t most_bytes)
    : bytes_(most_bytes + std::max(most_bytes, least_room)), most_bytes_(most_bytes)
{
}

std::span<std::byte> packet_splitter::room()
{
    // The rest is a part of one packet, or next() has not been called until it had nothing.
    if (begin_ > 0) {
        std::copy(bytes_.begin() + static_cast<std::ptrdiff_t>(begin_),
                  bytes_.begin() + static_cast<std::ptrdiff_t>(end_), bytes_.begin());
        end_ -= begin_;
        begin_ = 0;
    }
    return std::span(bytes_).subspan(end_);
}

std::optional<std::span<const std::byte>> packet_splitter::next()
{
    const auto left = std::span<const std::byte>(bytes_).subspan(begin_, end_ - begin_);
    if (lost_ || left.empty())
        return std::nullopt;
    if (std::to_integer<int>(left[0] >> 4U) != 6) {
        lost_ = true;
        return std::nullopt;
    }
    if (left.size() < ipv6_packet::header_bytes)
        return std::nullopt;
    const auto length = ipv6_packet::header_bytes + read_u16(left, 4);
    if (length > most_bytes_) {
        lost_ = true;
        return std::nullopt;
    }
    if (left.size() < length)
        return std::nullopt;
    begin_ += length;
    return left.first(length);
}

} // namespace thimble::device::tunnel
