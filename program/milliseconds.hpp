// A time as a setting gives it.
#pragma once

#include <chrono>
#include <optional>
#include <string_view>

namespace thimble::service {

/// A whole number of milliseconds, 1 to an hour; nothing for anything else.
std::optional<std::chrono::milliseconds> parse_milliseconds(std::string_view text);

} // namespace thimble::service
