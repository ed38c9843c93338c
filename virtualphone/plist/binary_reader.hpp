// Reads binary property lists (bplist00) that a stranger may have written.
#pragma once

#include "virtualphone/plist/property_list.hpp"

namespace thimble::virtualphone::plist {

/// Our own reader, because libplist follows references without a limit: a few hundred bytes of
/// arrays that name each other would fill the memory.
std::expected<value, std::string> parse_binary(byte_view message);

} // namespace thimble::virtualphone::plist
