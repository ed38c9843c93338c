// All surfaces of the system, and which of them is in front.
#pragma once

#include "virtualphone/os/springboard/surfaces/app_switcher.hpp"
#include "virtualphone/os/springboard/surfaces/control_center.hpp"
#include "virtualphone/os/springboard/surfaces/cover_sheet.hpp"
#include "virtualphone/os/springboard/surfaces/silent_mode.hpp"
#include "virtualphone/os/springboard/surfaces/siri.hpp"
#include "virtualphone/os/springboard/surfaces/spotlight.hpp"
#include "virtualphone/os/springboard/surfaces/volume.hpp"

#include <cstdint>

namespace thimble::virtualphone {

enum class surface_kind : std::uint8_t {
    spotlight,
    app_switcher,
    control_center,
    notification_center,
    siri,
};

class system_surfaces {
public:
    system_surfaces(const running_apps& apps, wallpaper& behind, surface_host& host);

    /// In the place of the one in front.
    void open(surface_kind which);
    /// False: none is in front.
    bool close();
    surface* front() const { return front_; } // nothing: none
    bool shows(surface_kind which) const { return front_ != nullptr && shown_ == which; }
    /// Tells Siri something.
    void say_to_siri(std::string words) { siri_.hear(std::move(words)); }

    virtualphone::volume& volume() { return volume_; }
    const virtualphone::volume& volume() const { return volume_; }
    virtualphone::silent_mode& silent_mode() { return silent_mode_; }
    const virtualphone::silent_mode& silent_mode() const { return silent_mode_; }
    const control_center& switches() const { return control_center_; }

    /// True when the picture has changed.
    bool advance(milliseconds now);
    /// Notices that show for a moment over everything: the volume, the silent mode.
    void add_notices(view& page, const screen_layout& screen) const;

private:
    surface& surface_of(surface_kind which);

    virtualphone::volume volume_;
    virtualphone::silent_mode silent_mode_;
    spotlight spotlight_;
    app_switcher app_switcher_;
    control_center control_center_;
    cover_sheet cover_sheet_;
    siri siri_;
    surface* front_ = nullptr;
    surface_kind shown_ = surface_kind::spotlight; // while one is in front
};

} // namespace thimble::virtualphone
