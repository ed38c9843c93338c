// The arguments of a call, as a primitive dictionary.
#pragma once

#include "device/dtx/bytes.hpp"
#include "device/dtx/malformed.hpp"

#include <cstdint>
#include <expected>
#include <string>
#include <variant>

namespace thimble::device::dtx {

struct no_argument { // nil
    friend bool operator==(no_argument, no_argument) = default;
};

/// Bytes are an archive mostly.
using argument = std::variant<no_argument, std::string, bytes, std::int32_t, std::int64_t, double>;

using arguments = std::vector<argument>;

/// Empty for a call without arguments.
bytes encode(const arguments& what);

inline constexpr std::size_t most_arguments = 256;

/// Reads the dictionary, whose keys count for nothing since all arguments are positional, and the
/// flat list that older phones may send instead of it. Empty bytes are nil, and so is a dictionary
/// within, which no call that we know has.
std::expected<arguments, malformed> decode_arguments(byte_view auxiliary);

} // namespace thimble::device::dtx
