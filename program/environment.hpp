// The process's environment, as something a test can replace.
#pragma once

#include <functional>
#include <optional>
#include <string>

namespace thimble::service {

/// The value of a variable; nothing where it is not set or empty.
using environment = std::function<std::optional<std::string>(const char* name)>;

/// The real one. Read it before the first thread starts.
environment process_environment();

} // namespace thimble::service
