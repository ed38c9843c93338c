// Report on an action, for a person.
#pragma once

#include "daemon/control/control_answer.hpp"
#include "daemon/debug_forms/debug_action.hpp"

#include <string>

namespace thimble::daemon {

/// Of one that has succeeded, with a line's end. What came from the phone is made harmless for a
/// terminal, except a text that is all of the answer, where `raw` says so.
std::string text_of_success(const control_answer& answer, const debug_action& what, bool raw);

/// Of one that has failed: the message, its code, what may have been meant, and a warning where the
/// phone may have been touched.
std::string text_of_failure(const nlohmann::ordered_json& record);

} // namespace thimble::daemon
