// The W3C actions of a request as one event, by WebDriverAgent's rules.
#pragma once

#include "virtualphone/wda/automation/event_record.hpp"
#include "virtualphone/wda/protocol/answer.hpp"

#include <expected>

namespace thimble::virtualphone::wda {

/// Reads the body of POST /actions. Every source (a finger or a keyboard) has a time line of its
/// own; all begin together.
///
/// The first pointerMove of a finger already puts it down, at the end of the move, and the
/// pointerDown that follows opens nothing new. A finger that is still down when its items end is
/// lifted there. At most 10 sources and 10 000 items, and 5 minutes in all.
std::expected<event_record, refusal> read_actions(const nlohmann::json& body);

} // namespace thimble::virtualphone::wda
