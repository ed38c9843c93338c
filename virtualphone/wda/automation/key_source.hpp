// The W3C action items of a keyboard as text that is typed in time.
#pragma once

#include "virtualphone/wda/automation/event_record.hpp"
#include "virtualphone/wda/protocol/answer.hpp"

#include <expected>

namespace thimble::virtualphone::wda {

/// `items` is an array of objects. Every keyDown needs its keyUp; the text comes at the keyDown.
std::expected<event_record, refusal> read_key_items(const nlohmann::json& items);

} // namespace thimble::virtualphone::wda
