// Packets of AFC, the phone's file service.
#pragma once

#include "virtualphone/packages/file_tree.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace thimble::virtualphone {

/// A packet is 40 bytes of header: "CFA6LPAA", its length, the length of its first part (header and
/// arguments), its number and its operation, all little-endian with 64 bits; then the arguments,
/// then the payload.
inline constexpr std::size_t afc_header_bytes = 40;
inline constexpr std::size_t largest_afc_packet = 16U << 20U; // of a host, without the header

/// Two paths and a number are all that a request has beside a file's content.
inline constexpr std::size_t largest_afc_arguments = 8U << 10U;

enum class afc_operation : std::uint64_t {
    status = 0x01,
    data = 0x02,
    read_folder = 0x03,
    remove = 0x08,
    make_folder = 0x09,
    file_info = 0x0A,
    device_info = 0x0B,
    open = 0x0D,
    opened = 0x0E,
    read = 0x0F,
    write = 0x10,
    seek = 0x11,
    tell = 0x12,
    told = 0x13,
    close = 0x14,
    resize = 0x15,
    rename = 0x18,
    lock = 0x1B,
    make_link = 0x1C,
    set_time = 0x1E,
    remove_with_contents = 0x22,
};

struct afc_header {
    std::size_t arguments = 0; // bytes of each part
    std::size_t payload = 0;
    std::uint64_t number = 0;
    afc_operation operation{};
};

/// Nothing for what is no header, or one of a packet that is too large.
std::optional<afc_header> parse_afc_header(plist::byte_view header);

/// A packet of a host; its number is repeated in the answer.
struct afc_request {
    afc_header header;
    plist::bytes arguments;
    plist::bytes payload;

    /// The number at this place of the arguments; 0 beyond their end.
    std::uint64_t number_at(std::size_t at) const;

    /// The texts from this place on, each of which ends with a NUL; those beyond `most` are left.
    std::vector<std::string> texts_from(std::size_t at, std::size_t most = 2) const;
};

// Answers to a request, as they go over the wire.
plist::bytes afc_status(const afc_request& to, packages::file_status status);
plist::bytes afc_number(const afc_request& to, afc_operation operation, std::uint64_t number);
plist::bytes afc_data(const afc_request& to, plist::byte_view content);

/// The texts one after another, each with a NUL at its end.
plist::bytes afc_texts(const std::vector<std::string>& texts);

} // namespace thimble::virtualphone
