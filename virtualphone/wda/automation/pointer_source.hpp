// One finger's W3C action items as steps in time.
#pragma once

#include "virtualphone/wda/automation/event_record.hpp"
#include "virtualphone/wda/protocol/answer.hpp"

#include <expected>
#include <string>

namespace thimble::virtualphone::wda {

/// parameters.pointerType of an action source; "mouse" when absent, as the standard says.
std::string pointer_type(const nlohmann::json& source);

/// `items` is an array of objects.
std::expected<event_record, refusal> read_pointer_items(const nlohmann::json& items, int finger);

} // namespace thimble::virtualphone::wda
