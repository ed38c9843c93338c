// Touch paths in the words of W3C WebDriver actions, as WebDriverAgent plays them.
#pragma once

#include "gesture/touch_path.hpp"

#include <nlohmann/json_fwd.hpp>

namespace thimble::device::wda {

/// The body of POST /actions: one touch pointer for each contact, all from the same zero.
///
/// WDA lets the first move of a pointer put the finger down at the move's end, so a contact that
/// begins later has a pointer whose first move takes that long. A later contact reuses a pointer
/// that has lifted at the same place, by pause and down; elsewhere it is a pointer of its own.
nlohmann::json actions_of(const gesture::touch_path& path);

} // namespace thimble::device::wda
