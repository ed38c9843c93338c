// The frame of an element as WebDriverAgent tells it.
#pragma once

#include "device/capability.hpp"

#include <nlohmann/json_fwd.hpp>

#include <optional>

namespace thimble::device::wda {

/// Nothing where one of its four numbers is missing.
std::optional<element_frame> frame_in(const nlohmann::json& told);

} // namespace thimble::device::wda
