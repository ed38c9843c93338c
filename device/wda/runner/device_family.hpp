// Kind of device that a runner is on: what its keys do depends on it.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include <cstdint>

namespace thimble::device::wda {

enum class device_family : std::uint8_t { unknown, iphone, ipad };

/// Of the value of an answer to /status, which names the idiom of its user interface.
device_family family_of(const nlohmann::json& status);

} // namespace thimble::device::wda
