// JSON in the form of Apple's serializer, which clients of WebDriverAgent see.
#pragma once

#include <nlohmann/json.hpp>

#include <string>
#include <string_view>

namespace thimble::virtualphone::wda {

/// Pretty printed: two blanks a level, a blank on both sides of the colon, every "/" as "\/", whole
/// numbers without a fraction. `level` is the depth at which the text will stand.
std::string apple_json(const nlohmann::json& value, int level = 0);

/// `text` with every "/" escaped, in quotes. For ASCII without quotes, backslashes and controls.
std::string quoted_with_escaped_slashes(std::string_view text);

} // namespace thimble::virtualphone::wda
