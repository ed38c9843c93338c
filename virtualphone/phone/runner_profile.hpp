// Behaviour of a WebDriverAgent release, where releases differ.
#pragma once

#include <span>
#include <string_view>

namespace thimble::virtualphone::wda {

/// The members' defaults are those of the newest release known here.
struct runner_profile {
    std::string_view version = "16.12.9"; // build.version of GET /status

    /// Some routes, GET /status and GET /screenshot among them, run beside the main queue
    /// (since 16.7.3).
    bool standalone_routes = true;
    /// keyboardInput knows the names of keys inside of {"key", "modifierFlags"} as well (since
    /// 16.12.3); before, such an item names no key at all.
    bool key_names_with_modifiers = true;
    /// A slash at the end of a path is a path of its own (since 16.7.0); before, it was cut off.
    bool trailing_slash_counts = true;
    /// GET /window/rect (since 9.3).
    bool window_rect = true;
    /// GET /wda/deviceOrientation (since 15.1).
    bool device_orientation = true;
    /// GET /wda/screen tells a displayId (since 16.10).
    bool display_id = true;
    /// GET /wda/screens (since 16.12).
    bool screens = true;
    /// The setting accessibilityDeadline (since 16.8).
    bool accessibility_deadline = true;
    /// POST /wda/lock has an effect on iOS 27 (since 15.1.5).
    bool locks_ios_27 = true;
    /// The JSON source tells native frames, traits and placeholders (after 8.9.1).
    bool detailed_source = true;
    /// It tells of custom actions, and what accessibility itself calls an element (after 9.15.3).
    bool custom_actions_in_source = true;
};

/// Oldest first.
std::span<const runner_profile> runner_profiles();

/// By the exact version, or "latest"; nullptr: not known here.
const runner_profile* find_runner_profile(std::string_view version);

} // namespace thimble::virtualphone::wda
