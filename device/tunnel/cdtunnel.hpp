// Handshake of a tunnel: one request and one answer in JSON, before any packet.
#pragma once

#include "device/tunnel/ipv6.hpp"

#include <cstddef>
#include <cstdint>
#include <expected>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace thimble::device::tunnel {

/// Size of packets that a tunnel is asked to carry. A phone grants that or less.
inline constexpr std::uint16_t asked_mtu = 16'000;

/// IPv6 does not work below.
inline constexpr std::uint16_t least_mtu = 1280;

struct granted_tunnel {
    ipv6_address host{};
    ipv6_address phone{};
    std::uint16_t mtu = 0;            // bytes of the longest packet either way
    std::uint16_t directory_port = 0; // where the phone tells its services (RSD)
};

/// "CDTunnel", the length of the body in two bytes, most significant first, and the body.
inline constexpr std::size_t handshake_header_bytes = 10;

/// "fd9a:4cc1:5c8e::1"
std::string to_text(const ipv6_address& what);

std::vector<std::byte> handshake_request(std::uint16_t mtu);

/// An error is the end of a sentence: "the answer …".
template <class Value>
using handshake_result = std::expected<Value, std::string>;

/// Length of the body of an answer that begins like this. `header` has handshake_header_bytes.
handshake_result<std::size_t> answer_length(std::span<const std::byte> header);

handshake_result<granted_tunnel> parse_answer(std::string_view body, std::uint16_t asked);

} // namespace thimble::device::tunnel
