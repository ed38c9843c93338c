// The WebDriverAgent runners that a phone has installed.
#pragma once

#include "device/usbmux/attached_devices.hpp"

#include <optional>
#include <string>
#include <vector>

namespace thimble::device {

/// An app as the installation service tells of it.
struct installed_names {
    std::string bundle_id;
    std::string executable;
    std::string name;
    bool is_placeholder = false; // an icon alone, of an installation that goes on or was refused
};

/// By what Xcode called it when it was built: signing it again changes its bundle id alone. A
/// placeholder is none.
bool is_runner(const installed_names& app);

/// The bundle ids of the runners; nothing when the phone does not list its apps. Blocks: for a
/// worker. Never throws.
std::optional<std::vector<std::string>> read_runner_apps(const attachment& phone);

} // namespace thimble::device
