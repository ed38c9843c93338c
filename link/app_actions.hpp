// Actions on apps, addresses and shortcuts, and reads of the screen.
#pragma once

#include "link/lane.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace thimble::link {

/// Read which apps are installed. The result has `apps`: `name`, `bundle_id`, `version`, `type`
/// ("user" or "system"), sorted by name.
struct list_apps {
    static constexpr std::string_view name = "apps";
    static constexpr link::lane lane = link::lane::reads;

    friend bool operator==(const list_apps&, const list_apps&) = default;
};

/// Bring an app to the front. The result has `bundle_id`.
struct open_app {
    static constexpr std::string_view name = "open-app";
    static constexpr link::lane lane = link::lane::input;
    std::string app_name; // display name or bundle id

    friend bool operator==(const open_app&, const open_app&) = default;
};

/// Ask which app is in front. The result has `bundle_id`.
struct front_app {
    static constexpr std::string_view name = "front-app";
    static constexpr link::lane lane = link::lane::reads;

    friend bool operator==(const front_app&, const front_app&) = default;
};

/// End an app, if it runs. The result has `bundle_id`, and `was_running` where that is known.
struct terminate_app {
    static constexpr std::string_view name = "terminate-app";
    static constexpr link::lane lane = link::lane::input;
    std::string bundle_id;

    friend bool operator==(const terminate_app&, const terminate_app&) = default;
};

/// Open an absolute address: http, https or an app's scheme.
struct open_url {
    static constexpr std::string_view name = "open-url";
    static constexpr link::lane lane = link::lane::input;
    std::string url;

    friend bool operator==(const open_url&, const open_url&) = default;
};

/// Run a shortcut of the phone's library.
struct shortcut {
    static constexpr std::string_view name = "shortcut";
    static constexpr link::lane lane = link::lane::input;
    std::string shortcut_name;
    std::optional<std::string> input; // what it is given as text

    friend bool operator==(const shortcut&, const shortcut&) = default;
};

/// Read what is on the screen. The result has `elements`: `label`, `type`, `x`, `y`, `width`,
/// `height`, `enabled` in pixels of the screenshot, most useful first, and their `space`. Newer
/// desktops tell more of each where there is more to tell (`value`, `identifier`, `placeholder`,
/// `focused`, `selected`, `on`, `traits`, `actions`, and `unnamed`, `alike`, `covered`), and beside
/// them `app`, `keyboard` and `count`, which includes those beyond the limit.
struct elements {
    static constexpr std::string_view name = "elements";
    static constexpr link::lane lane = link::lane::reads;
    int limit = 100; // 1..1000

    friend bool operator==(const elements&, const elements&) = default;
};

} // namespace thimble::link
