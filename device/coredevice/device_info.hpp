// The phone's facts, its displays and its lock, as it tells them.
#pragma once

#include "device/coredevice/core_device.hpp"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace thimble::device::coredevice {

struct display_size {
    double width = 0;
    double height = 0;

    friend bool operator==(const display_size&, const display_size&) = default;
};

struct display {
    std::int64_t id = 0; // 1 is the phone's own; 2 to 6 stand for screens that it could play to
    std::string name;
    display_size native; // pixels
    display_size mode;   // pixels, of the mode that it is in: what touches are measured in
    std::optional<double> point_scale{};
    std::string rotation{};    // "rot0", "rot90", …: of what it shows; empty where it is not told
    std::optional<bool> lit{}; // false while the phone is dark

    friend bool operator==(const display&, const display&) = default;
};

/// Nothing where the phone does not say it.
struct lock_state {
    std::optional<bool> passcode_required{};
    std::optional<bool> unlocked_since_boot{};

    friend bool operator==(const lock_state&, const lock_state&) = default;
};

/// As the phone names its facts, which are others with each release.
boost::asio::awaitable<result<xpc::dictionary>> read_device_info(core_device& of);

boost::asio::awaitable<result<std::vector<display>>> read_displays(core_device& of);

/// True for a phone that tells by itself of its displays.
bool pushes_displays(const service_directory& of);

/// Tells `told` of the displays whenever one changes, on the home thread, until the phone or its
/// connection ends that. A push may leave out what has not changed.
boost::asio::awaitable<result<void>>
follow_displays(core_device& of, std::function<void(const std::vector<display>&)> told);

/// True for a phone that has the question in its directory.
bool tells_lock_state(const service_directory& of);

/// `unsupported` where the release of the phone does not tell, as iOS 27.
boost::asio::awaitable<result<lock_state>> read_lock_state(core_device& of);

} // namespace thimble::device::coredevice
