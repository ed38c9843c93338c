// Common part of the W3C action items of every kind of source.
#pragma once

#include "virtualphone/wda/automation/event_record.hpp"
#include "virtualphone/wda/protocol/answer.hpp"

#include <expected>
#include <string>
#include <vector>

namespace thimble::virtualphone::wda {

/// Empty when there is none.
std::string item_type(const nlohmann::json& item);

/// In milliseconds on the wire; absent is 0.
std::expected<milliseconds, refusal> item_duration(const nlohmann::json& item);

/// A pointerCancel takes the item before it away, and itself.
std::expected<std::vector<const nlohmann::json*>, refusal>
without_cancelled(const nlohmann::json& items);

} // namespace thimble::virtualphone::wda
