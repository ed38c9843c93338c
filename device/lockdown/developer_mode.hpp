// The switch of the developer mode in the phone's Settings.
#pragma once

#include "device/usbmux/attached_devices.hpp"

#include <cstdint>

namespace thimble::device {

/// Makes Settings show the switch, which a phone hides until a developer's tool has asked for it.
/// Changes nothing else. True when the phone has agreed. Blocks: for a worker. Never throws.
bool reveal_developer_mode(const attachment& phone);

/// Effect of an attempt to switch developer mode on.
enum class developer_mode_outcome : std::uint8_t {
    on,           // it is on by now
    restarts,     // the phone restarts, and asks once more after that
    has_passcode, // so that only a person may turn the switch
    refused,      // by a phone without such a switch as well
    unknown,      // no answer; the phone may have restarted
    not_asked,    // the phone did not answer before: nothing was switched
};

/// Switches developer mode on, with which the phone restarts. Sends nothing where it is on already:
/// that would turn it off. Where the phone asks its question after a restart, that is answered
/// instead. Blocks, up to 30 s on a phone that falls silent: for a worker. Never throws.
developer_mode_outcome switch_on_developer_mode(const attachment& phone);

/// Answers the question that a phone asks after that restart, and never restarts it. `refused`
/// where it asks nothing. Blocks, as above. Never throws.
developer_mode_outcome confirm_developer_mode(const attachment& phone);

} // namespace thimble::device
