#include "virtualphone/phone/runner_profile.hpp"

#include <algorithm>
#include <array>

namespace thimble::virtualphone::wda {

namespace {

/// A release that has nothing of what later ones brought.
constexpr runner_profile early_runner(std::string_view version)
{
    return {.version = version,
            .standalone_routes = false,
            .key_names_with_modifiers = false,
            .trailing_slash_counts = false,
            .window_rect = false,
            .device_orientation = false,
            .display_id = false,
            .screens = false,
            .accessibility_deadline = false,
            .locks_ios_27 = false,
            .detailed_source = false,
            .custom_actions_in_source = false};
}

constexpr std::array known_runners{
    early_runner("5.10.0"), // one that is too old for most hosts
    early_runner("8.9.1"),
    runner_profile{.version = "9.15.3",
                   .standalone_routes = false,
                   .key_names_with_modifiers = false,
                   .trailing_slash_counts = false,
                   .device_orientation = false,
                   .display_id = false,
                   .screens = false,
                   .accessibility_deadline = false,
                   .locks_ios_27 = false,
                   .custom_actions_in_source = false},
    runner_profile{.version = "16.7.0",
                   .standalone_routes = false,
                   .key_names_with_modifiers = false,
                   .display_id = false,
                   .screens = false,
                   .accessibility_deadline = false},
    runner_profile{},
};

} // namespace

std::span<const runner_profile> runner_profiles()
{
    return known_runners;
}

const runner_profile* find_runner_profile(std::string_view version)
{
    if (version == "latest")
        return &known_runners.back();
    const auto* const found = std::ranges::find(known_runners, version, &runner_profile::version);
    return found == known_runners.end() ? nullptr : found;
}

} // namespace thimble::virtualphone::wda
