// The place in the documents that says more of what doctor has found.
#pragma once

#include "daemon/doctor/finding.hpp"

#include <string_view>

namespace thimble::daemon {

/// "docs/iphone.md#trust"; empty where there is no remedy.
std::string_view docs_of(const finding& what);

} // namespace thimble::daemon
