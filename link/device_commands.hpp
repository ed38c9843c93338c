// Actions on the phone as a whole. The state wanted, reached or already there, is success.
#pragma once

#include "link/lane.hpp"
#include "screen/orientation.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace thimble::link {

/// Go to the home screen.
struct home {
    static constexpr std::string_view name = "home";
    static constexpr link::lane lane = link::lane::input;

    friend bool operator==(const home&, const home&) = default;
};

/// Turn the screen off and lock.
struct lock {
    static constexpr std::string_view name = "lock";
    static constexpr link::lane lane = link::lane::input;

    friend bool operator==(const lock&, const lock&) = default;
};

/// Open the search of the home screen.
struct spotlight {
    static constexpr std::string_view name = "spotlight";
    static constexpr link::lane lane = link::lane::input;

    friend bool operator==(const spotlight&, const spotlight&) = default;
};

/// Show the apps used last.
struct app_switcher {
    static constexpr std::string_view name = "app-switcher";
    static constexpr link::lane lane = link::lane::input;

    friend bool operator==(const app_switcher&, const app_switcher&) = default;
};

/// Open Control Center.
struct control_center {
    static constexpr std::string_view name = "control-center";
    static constexpr link::lane lane = link::lane::input;

    friend bool operator==(const control_center&, const control_center&) = default;
};

/// Show the notifications.
struct notification_center {
    static constexpr std::string_view name = "notification-center";
    static constexpr link::lane lane = link::lane::input;

    friend bool operator==(const notification_center&, const notification_center&) = default;
};

/// Leave what is in front of the app: a menu, a search, a surface of the system.
struct escape {
    static constexpr std::string_view name = "escape";
    static constexpr link::lane lane = link::lane::input;

    friend bool operator==(const escape&, const escape&) = default;
};

/// One step louder.
struct volume_up {
    static constexpr std::string_view name = "volume-up";
    static constexpr link::lane lane = link::lane::input;

    friend bool operator==(const volume_up&, const volume_up&) = default;
};

/// One step quieter.
struct volume_down {
    static constexpr std::string_view name = "volume-down";
    static constexpr link::lane lane = link::lane::input;

    friend bool operator==(const volume_down&, const volume_down&) = default;
};

/// Open Siri.
struct siri {
    static constexpr std::string_view name = "siri";
    static constexpr link::lane lane = link::lane::input;

    friend bool operator==(const siri&, const siri&) = default;
};

/// Press the action button, where the phone has one.
struct action_button {
    static constexpr std::string_view name = "action-button";
    static constexpr link::lane lane = link::lane::input;

    friend bool operator==(const action_button&, const action_button&) = default;
};

/// Wake the phone and leave the lock screen.
struct unlock {
    static constexpr std::string_view name = "unlock";
    static constexpr link::lane lane = link::lane::input;
    std::optional<std::string> passcode; // in no log, no error, no journal

    friend bool operator==(const unlock&, const unlock&) = default;
};

/// Turn the interface.
struct rotate {
    static constexpr std::string_view name = "rotate";
    static constexpr link::lane lane = link::lane::input;
    screen::orientation to = screen::orientation::portrait;

    friend bool operator==(const rotate&, const rotate&) = default;
};

} // namespace thimble::link
