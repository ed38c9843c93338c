// Apps to be launched as processes.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace thimble::device::runner_start {

using process_id = std::int64_t; // above zero

using environment = std::vector<std::pair<std::string, std::string>>;

struct launch_request {
    std::string bundle_id;
    environment variables{};
    std::vector<std::string> arguments{};
    bool kill_existing = true;

    /// Has the app make way once it runs. A runner of UI tests has to, or it fails after 30 s with
    /// the developer image of iOS 27 (com.apple.dt.xctest.ui-testing.error 10300).
    bool activate_suspended = true;
};

} // namespace thimble::device::runner_start
