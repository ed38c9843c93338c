// Reads JSON that comes from outside.
#pragma once

#include "link/limits.hpp"

#include <nlohmann/json_fwd.hpp>

#include <cstddef>
#include <expected>
#include <limits>
#include <string_view>

namespace thimble::link {

struct json_limits {
    std::size_t nesting = limits::nesting;
    std::size_t values = std::numeric_limits<std::size_t>::max(); // all together
};

/// Why a text could not be read. Holds nothing of the text.
struct json_problem {
    std::string_view what;  // "it is nested too deeply"
    std::size_t offset = 0; // bytes from the start
};

/// The whole of `text` as one JSON value. Stricter than JSON itself: nesting is limited, and a name
/// may stand once in an object. An integer beyond 64 bits is brought to the nearest that fits, so
/// that it is out of any range.
std::expected<nlohmann::json, json_problem> parse_json(std::string_view text,
                                                       json_limits limits = {});

} // namespace thimble::link
