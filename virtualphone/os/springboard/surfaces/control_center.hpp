// Control Center: switches for the radios, and how bright and how loud the phone is.
#pragma once

#include "virtualphone/os/springboard/surfaces/surface.hpp"
#include "virtualphone/os/springboard/surfaces/volume.hpp"

#include <array>
#include <string>
#include <vector>

namespace thimble::virtualphone {

class control_center : public surface {
public:
    control_center(const volume& sound, surface_host& host) : volume_(sound), host_(host) {}

    std::string_view name() const override { return "control_center"; }
    view show(const screen_layout& screen) override;

    /// The names of its switches that are on.
    std::vector<std::string> switched_on() const;

private:
    struct toggle {
        std::string name;
        std::string identifier;
        char sign; // what is drawn on it
        color when_on;
        bool on;
    };

    view toggle_button(toggle& which, const rectangle& frame);
    void add_toggles(view& content, const rectangle& area);
    void add_sliders(view& content, const rectangle& area);

    const volume& volume_;
    surface_host& host_;
    std::array<toggle, 3> toggles_{{
        {"Airplane Mode", "airplane-mode-button", 'A', palette::orange, false},
        {"Wi-Fi", "wifi-button", 'W', palette::blue, true},
        {"Bluetooth", "bluetooth-button", 'B', palette::blue, true},
    }};
};

} // namespace thimble::virtualphone
