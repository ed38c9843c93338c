// The attached phone that a command line means, where no thimbled runs that could tell.
#pragma once

#include "device/failure.hpp"
#include "device/usbmux/attached_devices.hpp"

#include <optional>
#include <string>

namespace thimble::daemon {

/// By its UDID, its id in REST or the name that it tells itself, which is asked of phones that
/// trust this computer alone; the only one where none is named. Failures: phone_not_attached,
/// phones_several where none is named, phone_ambiguous for a name that several have. Blocks, for
/// seconds where a phone does not answer.
device::result<device::attachment> choose_attached(const std::optional<std::string>& called);

} // namespace thimble::daemon
