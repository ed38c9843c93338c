// NSKeyedArchiver's archives: objects in a flat list that refer to each other by number.
#pragma once

#include "virtualphone/dtx/protocol/object.hpp"

#include <expected>
#include <string>

namespace thimble::virtualphone::dtx {

/// A binary property list. The root is the object with number 1, its parts follow in their order:
/// some hosts look for it there. Integers, reals, booleans, texts and data lie in the list as they
/// are. An instance's numbers and booleans are part of it, all else that it has is referred to.
bytes archive(const object& root);

/// Binary or XML. An object of an unknown class becomes an instance. The error says what is wrong:
/// more than 32 levels (of which a circle has no end), 20,000 objects, or 8 MiB of texts and data,
/// each counted as often as it is referred to.
std::expected<object, std::string> unarchive(byte_view archived);

} // namespace thimble::virtualphone::dtx
