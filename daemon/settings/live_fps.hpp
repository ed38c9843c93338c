// The most pictures a second that a phone is asked to push, as settings say it.
#pragma once

#include "program/command_line.hpp"
#include "program/settings.hpp"

#include <expected>

namespace thimble::daemon {

/// Sets `count` where a setting says it.
std::expected<void, service::early_exit> apply_live_fps(const service::settings& settings,
                                                        int& count);

} // namespace thimble::daemon
