// The words for orientations and buttons, as the control interface says them.
#include "virtualphone/os/operating_system.hpp"

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
    }
    return "home";
}

} // namespace thimble::virtualphone
