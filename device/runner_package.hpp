// The package that a runner was installed from.
#pragma once

#include <chrono>

namespace thimble::device {

/// As far as it decides how the runner is started.
struct runner_package {
    bool embeds_xctest = false; // it needs a test session; without, it is launched alone
    std::chrono::sys_seconds installed{};

    friend bool operator==(const runner_package&, const runner_package&) = default;
};

} // namespace thimble::device
