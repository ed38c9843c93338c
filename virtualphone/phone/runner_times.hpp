// Times that a runner takes for its answers, beyond what the phone itself does.
#pragma once

#include "virtualphone/os/model/event_log.hpp"

#include <cstddef>

namespace thimble::virtualphone::wda {

/// Of the phone's own time. Nothing costs anything by default.
struct runner_times {
    milliseconds window_size{0};
    milliseconds touch{0}; // the least that a command with fingers takes

    /// Grows with the tree. Alerts are looked for in it, longest in pages of the web.
    milliseconds source{0};
    milliseconds source_element{0};
    milliseconds alert{0};
    milliseconds alert_web_element{0};
    milliseconds alert_web_least{0};
    milliseconds alert_web_most{0};

    /// Grows with what the picture has to tell.
    milliseconds screenshot_least{0};
    milliseconds screenshot_most{0};

    milliseconds of_source(std::size_t elements) const;
    milliseconds of_alert(bool web, std::size_t elements) const;
    milliseconds of_screenshot(std::size_t bytes) const;
};

/// As reported from phones of the years 2020 to 2026.
runner_times real_runner_times();

} // namespace thimble::virtualphone::wda
