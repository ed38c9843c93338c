// Apps to be launched as processes, and how those end.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace thimble::device::runner_start {

using process_id = std::int64_t; // above zero

struct process_end {
    process_id process = 0;
    std::optional<std::int64_t> exit_code{};
    std::optional<std::int64_t> signal{}; // of a process that has crashed or was killed

    friend bool operator==(const process_end&, const process_end&) = default;
};

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
