// XPC objects as bytes.
#pragma once

#include "device/coredevice/xpc_value.hpp"

#include <cstddef>
#include <expected>
#include <span>
#include <string_view>
#include <vector>

namespace thimble::device::coredevice::xpc {

enum class malformed : std::uint8_t {
    truncated,    // ends within an object
    unknown_kind, // of a kind that is not read here, such as a descriptor or a Mach port
    too_deep,
    too_many,       // objects, or more than the bytes of a container could hold
    bad_length,     // a container ends elsewhere than it says
    bad_text,       // no NUL at its end, or one before
    bad_transfer,   // without its size
    not_an_object,  // a body that does not begin as one
    trailing_bytes, // behind the object
    too_large,      // a body beyond the limit
    not_a_message,  // bytes that do not begin as a message: the stream cannot be followed any more
};

std::string_view to_string(malformed what);

struct object_limits {
    std::size_t depth = 32;         // containers within each other
    std::size_t objects = 1U << 17; // an object takes 10 times the memory of its 4 bytes
};

/// One object, its kind first. Nesting is as deep as the caller has made it.
void encode(const value& what, std::vector<std::byte>& to);

/// Reads exactly one object out of all the bytes.
std::expected<value, malformed> decode(std::span<const std::byte> bytes, object_limits limits = {});

} // namespace thimble::device::coredevice::xpc
