// Archives of NSKeyedArchiver.
#pragma once

#include "device/dtx/bytes.hpp"
#include "device/dtx/malformed.hpp"
#include "device/dtx/value.hpp"

#include <cstddef>
#include <expected>

namespace thimble::device::dtx {

/// Nesting is as deep as the caller has made it. Booleans and numbers, but for a number_object, are
/// in the fields of an object themselves; everything else is referred to.
bytes archive(const value& what);

struct archive_limits {
    std::size_t depth = 64;          // an object within a list or dictionary is 3 deeper
    std::size_t objects = 1UL << 17; // looked at, each time that one is referred to
    std::size_t bytes = 32UL << 20;  // of texts and data, each time
};

/// Reads the root of a binary archive. An object that holds itself is refused; an entry of a
/// dictionary is left out whose key is neither a text nor a whole number, which becomes a text.
std::expected<value, malformed> unarchive(byte_view from, archive_limits limits = {});

} // namespace thimble::device::dtx
