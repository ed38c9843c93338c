// Reads JSON that comes from outside.
#pragma once

#include "service/failure.hpp"

#include <nlohmann/json.hpp>

#include <string_view>

namespace thimble::service {

/// The whole of `text` as one JSON value, or INVALID_JSON with `context.offset` (bytes from the
/// start). Stricter than JSON itself: nesting is limited, and a name may stand once in an object.
/// An integer beyond 64 bits is brought to the nearest that fits, so that it is out of any range.
result<nlohmann::json> parse_json(std::string_view text);

} // namespace thimble::service
