// Arguments as WebDriverAgent casts them: it sends them Foundation's messages and checks no types.
#pragma once

#include "virtualphone/os/operating_system.hpp"
#include "virtualphone/wda/protocol/answer.hpp"

#include <expected>
#include <optional>
#include <string_view>

namespace thimble::virtualphone::wda {

/// doubleValue and boolValue; nothing for what does not know these messages.
std::optional<double> double_value(const nlohmann::json& argument);
std::optional<bool> bool_value(const nlohmann::json& argument);

/// The answer where an argument does not know the message that it is sent.
refusal unrecognized(const nlohmann::json& argument, std::string_view message);

/// doubleValue: an absent argument is 0, a string is the number that it begins with or 0, a flag is
/// 0 or 1. Null, lists and objects do not know the message, which is an unknown error. A number
/// outside of [lowest, highest], which no phone of ours can play, is refused as invalid.
std::expected<double, refusal>
cast_number(const nlohmann::json& body, std::string_view name, double lowest, double highest);

/// In seconds on the wire; less than none is none.
std::expected<milliseconds, refusal> cast_seconds(const nlohmann::json& body,
                                                  std::string_view name);

/// Relative to nothing; both coordinates are cast.
std::expected<place, refusal>
cast_place(const nlohmann::json& body, std::string_view x_name, std::string_view y_name);

/// True if the argument is there at all.
bool has_argument(const nlohmann::json& body, std::string_view name);

} // namespace thimble::virtualphone::wda
