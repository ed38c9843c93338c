// The facts behind lockdown's values, derived from the model, the iOS and the UDID.
#pragma once

#include "virtualphone/phone/phone.hpp"
#include "virtualphone/plist/property_list.hpp"

#include <chrono>
#include <cstdint>
#include <string>

namespace thimble::virtualphone {

/// The default domain, without the public key.
plist::value default_facts(const phone& device);

// The named domains that every phone has.
plist::value screen_facts(const phone& device);    // com.apple.mobile.iTunes
plist::value developer_facts(const phone& device); // com.apple.security.mac.amfi
plist::value battery_facts();                      // com.apple.mobile.battery
plist::value disk_facts();                         // com.apple.disk_usage
plist::value language_facts();                     // com.apple.international
plist::value wireless_facts();                     // com.apple.mobile.wireless_lockdown
plist::value accessibility_facts();                // com.apple.Accessibility

/// The chip's own number (ECID): the second half of a hyphenated UDID.
std::uint64_t chip_number(const phone& device);

/// Seconds east of UTC in the phone's time zone, with summer time.
double london_offset(std::chrono::sys_seconds at);

std::string wifi_address(const phone& device);

} // namespace thimble::virtualphone
