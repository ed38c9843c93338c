// Reading the arguments of a request: each has a type and a range, and a refusal that names it.
#pragma once

#include "virtualphone/os/operating_system.hpp"
#include "virtualphone/wda/protocol/answer.hpp"

#include <expected>
#include <optional>
#include <string>
#include <string_view>

namespace thimble::virtualphone::wda {

/// Bounds that WebDriverAgent does not have and a phone's screen and a test's timeout do.
inline constexpr double farthest_point = 100'000;           // points from the origin
inline constexpr milliseconds longest_event{5 * 60 * 1000}; // one gesture or pause

/// A finite number of [lowest, highest].
std::expected<double, refusal>
number_argument(const nlohmann::json& body, std::string_view name, double lowest, double highest);
std::expected<double, refusal> number_argument(const nlohmann::json& body,
                                               std::string_view name,
                                               double lowest,
                                               double highest,
                                               double otherwise);

std::expected<std::string, refusal> text_argument(const nlohmann::json& body,
                                                  std::string_view name);

/// Nothing where it is absent or null.
std::expected<std::optional<std::string>, refusal>
optional_text_argument(const nlohmann::json& body, std::string_view name);

std::expected<place, refusal>
place_argument(const nlohmann::json& body, std::string_view x_name, std::string_view y_name);

} // namespace thimble::virtualphone::wda
