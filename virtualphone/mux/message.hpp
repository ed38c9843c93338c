// The messages between a host program and usbmuxd.
#pragma once

#include "virtualphone/plist/property_list.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>

namespace thimble::virtualphone::mux {

/// 16 bytes, four little-endian numbers; `length` counts the header as well.
struct header {
    static constexpr std::size_t size = 16;

    std::uint32_t length = size;
    std::uint32_t version = 1; // 0: binary payloads, 1: property lists
    std::uint32_t kind = 8;
    std::uint32_t tag = 0; // a reply has its request's; events have 0
};

/// A longer message ends its connection.
inline constexpr std::uint32_t longest_message = 64 * 1024;

enum kind : std::uint32_t {
    result_kind = 1,
    connect_kind = 2,
    listen_kind = 3,
    attached_kind = 4,
    detached_kind = 5,
    paired_kind = 6,
    property_list_kind = 8,
};

enum class result : std::uint32_t {
    ok = 0,
    bad_command = 1,
    bad_device = 2, // also: no such pair record
    connection_refused = 3,
    bad_version = 6,
    invalid_argument = 22,
};

header parse_header(const std::array<std::uint8_t, header::size>& from);

plist::bytes encode(const plist::value& message, std::uint32_t tag);
plist::bytes encode_result(result number, std::uint32_t version, std::uint32_t tag);

/// Facts that the host needs about an attached phone.
struct attachment {
    std::uint32_t device_id = 0;
    std::string udid;
};

plist::value attached_event(const attachment& what);
plist::value device_event(std::string_view name, std::uint32_t device_id);

/// The same for hosts that speak version 0.
plist::bytes encode_binary_attached(const attachment& what);
plist::bytes encode_binary_event(kind what, std::uint32_t device_id);

/// The body of a version 0 Connect; nothing when it is too short.
struct connect_request {
    std::uint32_t device_id = 0;
    std::uint16_t port = 0;
};
std::optional<connect_request> parse_binary_connect(plist::byte_view body);

/// A port is in network order, read as a little-endian number: htons(port).
std::uint16_t port_number(std::int64_t in_message);

} // namespace thimble::virtualphone::mux
