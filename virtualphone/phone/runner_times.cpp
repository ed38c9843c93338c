#include "virtualphone/phone/runner_times.hpp"

#include <algorithm>

namespace thimble::virtualphone::wda {

milliseconds runner_times::of_source(std::size_t elements) const
{
    return source + source_element * static_cast<double>(elements);
}

milliseconds runner_times::of_alert(bool web, std::size_t elements) const
{
    if (!web)
        return alert;
    return std::clamp(alert_web_least + alert_web_element * static_cast<double>(elements),
                      alert_web_least, alert_web_most);
}

milliseconds runner_times::of_screenshot(std::size_t bytes) const
{
    constexpr double photo = 1.5e6; // bytes of PNG: no picture takes longer
    const double part = std::min(static_cast<double>(bytes) / photo, 1.0);
    return screenshot_least + (screenshot_most - screenshot_least) * part;
}

runner_times real_runner_times()
{
    return {.window_size = milliseconds(180),
            .touch = milliseconds(210),
            .source = milliseconds(150),
            .source_element = milliseconds(3),
            .alert = milliseconds(300),
            .alert_web_element = milliseconds(40),
            .alert_web_least = milliseconds(1000),
            .alert_web_most = milliseconds(5000),
            .screenshot_least = milliseconds(170),
            .screenshot_most = milliseconds(440)};
}

} // namespace thimble::virtualphone::wda
