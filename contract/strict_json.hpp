// JSON bodies of requests.
#pragma once

#include "contract/failure.hpp"

#include <nlohmann/json.hpp>

#include <string_view>

namespace thimble::service {

/// The whole of `text` as one JSON value, read as strictly as the link's messages are, or
/// INVALID_JSON with `context.offset` (bytes from the start).
result<nlohmann::json> parse_json(std::string_view text);

} // namespace thimble::service
