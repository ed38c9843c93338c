// Lookup of a phone's pair record in usbmuxd: the keys by which this computer and the phone trust
// each other.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

namespace thimble::device {

/// Meaning of usbmuxd's answer. `answer` is libusbmuxd's: 0, or a result or an errno below zero;
/// usbmuxd says 2 when it has none. Nothing when it has not said: to pair then would have a phone
/// that is trusted ask its user again, only because usbmuxd is busy.
std::optional<bool> says_pair_record(int answer, std::size_t size);

/// Blocks for up to 5 s. Asks libusbmuxd's usbmuxd.
std::optional<bool> has_pair_record(const std::string& udid);

} // namespace thimble::device
