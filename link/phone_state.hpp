// One phone's whole state, sent on any change, and that of the computer that holds phones.
#pragma once

#include "screen/orientation.hpp"

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace thimble::link {

/// Something that keeps a phone from being driven, and what a person has to do about it.
struct blocker {
    std::string code; // LOCKED, DRIVER_NOT_RUNNING, … of the REST contract
    std::string message;
    std::string remedy;
    std::chrono::system_clock::time_point since;

    friend bool operator==(const blocker&, const blocker&) = default;
};

/// An alert in front of everything else.
struct alert {
    std::string text;
    std::vector<std::string> buttons;

    friend bool operator==(const alert&, const alert&) = default;
};

/// Times that were measured lately: half of them were no longer than `p50`, and 95 of 100 no longer
/// than `p95`.
struct latency_spread {
    std::chrono::microseconds p50{};
    std::chrono::microseconds p95{};
    std::int64_t count = 0;

    friend bool operator==(const latency_spread&, const latency_spread&) = default;
};

/// Of a phone's own video in the last minutes; nothing where there was none of it.
struct video_figures {
    std::optional<latency_spread>
        tap_to_picture;                        // from an input's begin to the first picture of it
    std::optional<latency_spread> picture_age; // from a picture's last packet to its pixels

    friend bool operator==(const video_figures&, const video_figures&) = default;
};

/// Empty where it is not known yet: a phone that has not been trusted tells next to nothing.
struct phone_state {
    std::string udid;
    bool attached = false;
    std::string name;         // what the phone reports, "Ada's iPhone"
    std::string device_name;  // marketing model, "iPhone 15 Pro"
    std::string product_type; // "iPhone16,1"
    std::string os_version;
    std::optional<std::string> driver_version;     // of what drives the phone on the phone itself
    std::optional<screen::pixel_size> native_size; // the panel upright as it is turned now
    std::optional<screen::pixel_size> screenshot_size;
    std::optional<double> scale;
    screen::orientation turned = screen::orientation::portrait;
    std::optional<int> battery_level; // percent
    std::optional<bool> locked;
    std::optional<link::alert> alert;
    std::vector<blocker> blockers;         // empty = ready
    std::vector<blocker> warnings;         // of the same form; the phone is ready all the same
    std::vector<std::string> capabilities; // what works now, sorted: "home", "screenshot", "tap", …
    std::optional<video_figures> video;    // nothing where nothing was measured lately

    friend bool operator==(const phone_state&, const phone_state&) = default;
};

/// The computer's own part: what keeps it from having phones at all, sent on any change. A link
/// begins without any.
struct host_state {
    std::vector<blocker> blockers; // empty: nothing does

    friend bool operator==(const host_state&, const host_state&) = default;
};

} // namespace thimble::link
