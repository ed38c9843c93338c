// Causes of failures that may stand in a report, since no phone and no owner has written them.
#pragma once

#include <string_view>

namespace thimble::daemon {

/// True for a cause of this project's own, an error code of WebDriver, and a domain of Apple's with
/// its number: "app_not_installed", "no such element", "com.apple.dt.CoreDeviceError 9021".
bool is_known_cause(std::string_view cause);

} // namespace thimble::daemon
