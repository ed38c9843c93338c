// The arguments of a call: objects, and numbers that are no objects.
#pragma once

#include "virtualphone/dtx/protocol/object.hpp"

#include <expected>
#include <optional>
#include <string>
#include <variant>

namespace thimble::virtualphone::dtx {

/// An int32 is a primitive of its own; an int64 in an object is an archived number.
using argument = std::variant<object, std::int32_t, std::int64_t, double, std::string>;

/// The object of an argument, a primitive as the object of its value.
object object_of(const argument& what);

/// An argument that is a whole number, archived or not; nothing else, booleans included.
std::optional<std::int64_t> integer_of(const argument& what);

inline constexpr std::size_t most_arguments = 64;

/// Nothing at all for no arguments.
bytes encode_auxiliary(const std::vector<argument>& arguments);

/// Reads the list with header that hosts write, and the one without that older encoders do. The
/// error says what is wrong; more than 64 arguments and lists inside lists are.
std::expected<std::vector<argument>, std::string> decode_auxiliary(byte_view content);

} // namespace thimble::virtualphone::dtx
