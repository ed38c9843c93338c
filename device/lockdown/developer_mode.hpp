// The switch of the developer mode in the phone's Settings.
#pragma once

#include "device/usbmux/attached_devices.hpp"

namespace thimble::device {

/// Makes Settings show the switch, which a phone hides until a developer's tool has asked for it.
/// Changes nothing else. True when the phone has agreed. Blocks: for a worker. Never throws.
bool reveal_developer_mode(const attachment& phone);

} // namespace thimble::device
