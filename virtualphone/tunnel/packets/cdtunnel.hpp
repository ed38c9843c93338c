// The agreement with which a tunnel begins: a JSON text each way, before any packet.
#pragma once

#include "virtualphone/tunnel/packets/packet.hpp"

#include <cstdint>
#include <expected>
#include <string>

namespace thimble::virtualphone::tunnel {

inline constexpr std::size_t cdtunnel_header_size = 10; // "CDTunnel" and the length of what follows
inline constexpr std::size_t largest_mtu = 16000;
inline constexpr std::size_t smallest_mtu = 1280; // of IPv6

struct grant {
    address phone;
    address host;
    std::size_t mtu = largest_mtu; // never exceeded: go-ios ends a tunnel with longer packets
    std::uint16_t directory_port = 0;
};

/// The length of the body behind this header; nothing when it is no header.
std::optional<std::size_t>
cdtunnel_body_size(std::span<const std::uint8_t, cdtunnel_header_size> header);

/// Reads a host's request and makes it what a phone grants; the error says what is wrong with the
/// request.
std::expected<std::size_t, std::string> grant_mtu(byte_view request);

/// Header and body, of which some hosts understand 255 bytes at most.
bytes cdtunnel_answer(const grant& what);

/// The network of this phone's tunnels.
grant addresses_of(std::string_view udid);

std::string to_text(const address& what);

} // namespace thimble::virtualphone::tunnel
