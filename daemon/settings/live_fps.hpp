// Pictures a second that a phone is asked for at most, by the settings.
#pragma once

#include "program/early_exit.hpp"
#include "program/settings.hpp"

#include <expected>

namespace thimble::daemon {

std::expected<int, service::early_exit> read_live_fps(const service::settings& settings);

} // namespace thimble::daemon
