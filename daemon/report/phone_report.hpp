// An attached phone in the words of the link.
#pragma once

#include "device/phone.hpp"
#include "link/action.hpp"
#include "link/command.hpp"
#include "link/phone_state.hpp"

namespace thimble::daemon {

/// The whole state of a phone as it is now; `attached` false once it went. `reads_text`: text on
/// its pictures can be read here.
link::phone_state report_of(device::phone& phone, bool reads_text = false);

/// Figures of a phone's video in the words of the link; nothing where nothing was measured.
std::optional<link::video_figures> video_of(const device::video_figures& measured);

/// The capability that the action needs of the phone; nothing where that is more than one thing,
/// or none.
std::optional<device::capability> needed_by(const link::action& what);

/// The space that coordinates refer to now: the size of a screenshot and how it is turned. Nothing
/// until the phone has told both its panel and its interface.
std::optional<link::coordinate_space> current_space(const device::phone_facts& facts);

/// Blockers in the words of the link.
std::vector<link::blocker> blockers_of(const std::vector<device::blocker>& blockers);

/// Warnings likewise.
std::vector<link::blocker> warnings_of(const std::vector<device::warning>& warnings);

} // namespace thimble::daemon
