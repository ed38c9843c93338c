// The phone's display, lock and name, as it tells them itself in its tunnel.
#pragma once

#include "device/coredevice/device_info.hpp"

#include <chrono>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace thimble::device::coredevice {

struct facts_options {
    std::function<bool()> alone;        // no other driver tells the same: they are asked for
    std::function<void()> changed;      // the display or the name
    std::function<void()> lock_changed; // as far as the passcode shows it
};

/// Home thread. The display is followed where the phone pushes it, else asked for again and again.
class tunnel_facts {
public:
    using clock = std::chrono::steady_clock;

    explicit tunnel_facts(facts_options options) : options_(std::move(options)) {}

    /// Never ends by itself: as long as the tunnel of `of` is open.
    boost::asio::awaitable<void> follow(core_device& of);

    /// Asks for the display now, as after a turn.
    boost::asio::awaitable<void> look_at_display(core_device& of);

    /// The phone's own display, and when it was told last; nothing before.
    const std::optional<display>& panel() const { return panel_; }
    clock::time_point panel_told_at() const { return panel_told_at_; }

    /// "iPhone 17e"; empty where the phone has not told.
    const std::string& marketing_name() const { return marketing_name_; }

private:
    boost::asio::awaitable<void> follow_display(core_device& of);
    boost::asio::awaitable<void> follow_lock(core_device& of);
    boost::asio::awaitable<void> read_name(core_device& of);
    void take(const std::vector<display>& all);

    facts_options options_;
    std::optional<display> panel_;
    clock::time_point panel_told_at_;
    std::string marketing_name_;
    std::optional<bool> passcode_required_;
};

} // namespace thimble::device::coredevice
