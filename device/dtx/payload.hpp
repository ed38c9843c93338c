// The body of a DTX message: its kind, its arguments and its payload.
#pragma once

#include "device/dtx/bytes.hpp"
#include "device/dtx/malformed.hpp"

#include <cstdint>
#include <expected>

namespace thimble::device::dtx {

enum class payload_kind : std::uint8_t {
    nothing = 0, // the answer that has no value
    data = 1,
    call = 2,   // the payload is the archived selector, the auxiliary has the arguments
    object = 3, // an archived answer
    error = 4,  // an archived NSError
    barrier = 5,
    primitive = 6,
    compressed = 7,
    proxied = 8,
};

struct message_body {
    payload_kind kind = payload_kind::nothing; // or another number
    bytes auxiliary{};
    bytes payload{};

    friend bool operator==(const message_body&, const message_body&) = default;
};

bytes encode(const message_body& what);

/// Only a compressed body is refused for its kind: the host says in its capabilities that it wants
/// none. Bytes behind what the body says of its size are skipped.
std::expected<message_body, malformed> decode_body(byte_view body);

} // namespace thimble::device::dtx
