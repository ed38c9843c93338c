// The state of one phone that its CoreDevice services share between tunnels.
#pragma once

#include "virtualphone/os/model/event_log.hpp"
#include "virtualphone/xctest/test_manager.hpp"
#include "virtualphone/xpc/protocol/object.hpp"

#include <chrono>
#include <cstdint>
#include <map>
#include <optional>
#include <string>

namespace thimble::virtualphone::coredevice {

/// Home thread only.
struct shared_state {
    std::map<std::string, std::int64_t, std::less<>> processes; // of apps, by bundle id
    std::int64_t latest_process = 400;
    std::map<std::uint64_t, milliseconds> buttons_down; // since when, by usage
    std::optional<xpc::uuid> host;                      // that has told its name last
    std::chrono::steady_clock::time_point refuses_until{};
    xctest::test_manager tests; // which older phones have as well
};

} // namespace thimble::virtualphone::coredevice
