// The words for orientations and buttons, as the control interface says them.
#include "virtualphone/os/model/phone_values.hpp"

#include <array>
#include <utility>

namespace thimble::virtualphone {
namespace {

constexpr std::array turned_names{
    std::pair{turned::portrait, std::string_view("portrait")},
    std::pair{turned::landscape_left, std::string_view("landscape_left")},
    std::pair{turned::landscape_right, std::string_view("landscape_right")},
    std::pair{turned::upside_down, std::string_view("upside_down")},
};

} // namespace

std::string_view to_string(turned value)
{
    for (const auto& [each, name] : turned_names)
        if (each == value)
            return name;
    return "portrait";
}

std::optional<turned> parse_turned(std::string_view text)
{
    for (const auto& [each, name] : turned_names)
        if (name == text)
            return each;
    return std::nullopt;
}

std::string_view to_string(hardware_button value)
{
    switch (value) {
    case hardware_button::home:
        return "home";
    case hardware_button::lock:
        return "lock";
    case hardware_button::volume_up:
        return "volume_up";
    case hardware_button::volume_down:
        return "volume_down";
    case hardware_button::siri:
        return "siri";
    case hardware_button::action:
        return "action";
    case hardware_button::camera:
        return "camera";
    }
    return "home";
}

std::optional<alert_kind> parse_alert_kind(std::string_view text)
{
    if (text == "alert")
        return alert_kind::alert;
    if (text == "sheet")
        return alert_kind::sheet;
    return text == "web_dialog" ? std::optional(alert_kind::web_dialog) : std::nullopt;
}

std::optional<app_window> parse_app_window(std::string_view text)
{
    if (text == "full")
        return app_window::full;
    if (text == "scaled")
        return app_window::scaled;
    if (text == "floating")
        return app_window::floating;
    return text == "left_half" ? std::optional(app_window::left_half) : std::nullopt;
}

} // namespace thimble::virtualphone
