// A short look at the phones that are attached now.
#pragma once

#include "daemon/control/ownership.hpp"
#include "link/phone_state.hpp"

#include <spdlog/logger.h>

#include <cstddef>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace thimble::daemon {

/// To the services of iOS 17.4 and later.
struct observed_tunnel {
    bool open = false;
    std::string problem; // why not; empty where there is nothing to say
};

struct observed_phone {
    std::vector<link::blocker> host_blockers;
    std::vector<link::phone_state> phones;
    std::map<std::string, owner> driven_by_others;  // by UDID
    std::map<std::string, observed_tunnel> tunnels; // likewise
    std::size_t stuck_calls = 0; // when not 0, end the process without destructors
};

/// Drives the phones that nobody else drives for as long as it takes to know how they are, at most
/// some seconds. Says on stderr what it waits for when that takes more than a second.
/// `host_uuid` is the one by which phones know this computer, or empty;
/// `tunnels`: whether those are opened.
observed_phone look_at_phones(const ownership& rights,
                              const std::string& host_uuid,
                              bool tunnels,
                              const std::shared_ptr<spdlog::logger>& log);

} // namespace thimble::daemon
