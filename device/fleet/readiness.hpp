// From what is known of a phone to the one thing that a person has to do next.
#pragma once

#include "device/fleet/runner_keeper.hpp"
#include "device/lockdown/lockdown.hpp"
#include "device/phone.hpp"
#include "device/wda/driver.hpp"

#include <optional>
#include <string>

namespace thimble::device {

/// Everything that readiness depends on; what has not been looked at is empty or unknown.
struct observation {
    bool claimed = true; // no other process drives the phone
    bool asked = true;   // lockdownd has been asked who the phone is, whatever came of it
    trust_state trust = trust_state::unknown;
    std::string os_version;
    std::optional<bool> locked;
    std::optional<bool> developer_mode;
    bool developer_mode_shown = false; // Settings was made to show its switch
    std::optional<bool> image_mounted;
    std::string image_problem = {}; // why it was not mounted, and what to do; or empty
    bool replacing_image = false;   // by the one on this computer
    std::optional<bool> runner_installed;
    wda::runner_state runner = wda::runner_state::unknown;
    std::string driver_version;
    std::string added_by_runner = {}; // "touches and text": where the phone can do more without it
    bool driven_by_services = false;  // the phone's own ones see and touch it: no runner is needed
    bool services_unseen = false;     // they may, and have not been looked at yet
    runner_phase start = runner_phase::idle; // of the runner, where it is started here
    std::optional<runner_problem> start_problem = {};
};

/// The first step that is missing: trust, lock, developer mode, image, driver. Nothing = ready.
/// `since` is left to the caller.
std::optional<blocker> first_blocker(const observation& seen);

} // namespace thimble::device
