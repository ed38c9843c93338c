// The path and the query of a request, taken apart and decoded.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace thimble::service::http {

struct target {
    std::vector<std::string> path;                          // "/v1/phones" -> "v1", "phones"
    std::vector<std::pair<std::string, std::string>> query; // in order, names may repeat
};

/// Nothing when it is not a path of ours: a broken escape, an octet that is not UTF-8, or NUL.
std::optional<target> parse_target(std::string_view text);

} // namespace thimble::service::http
