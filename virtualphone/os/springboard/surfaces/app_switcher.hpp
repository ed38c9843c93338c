// The app switcher: a card for every running app; a tap opens one, a push upwards ends it.
#pragma once

#include "virtualphone/os/apps/running_apps.hpp"
#include "virtualphone/os/draw/wallpaper.hpp"
#include "virtualphone/os/springboard/surfaces/surface.hpp"

#include <map>
#include <memory>
#include <string_view>

namespace thimble::virtualphone {

class app_switcher : public surface, private touch_target {
public:
    app_switcher(const running_apps& apps, wallpaper& behind, surface_host& host)
        : apps_(apps), wallpaper_(behind), host_(host)
    {
    }

    std::string_view name() const override { return "app_switcher"; }
    void open() override;
    void close() override;
    view show(const screen_layout& screen) override;
    bool advance(milliseconds now) override { return cards_.advance(now); }
    bool replaces_app() const override { return true; }

private:
    /// A card under a finger.
    struct push {
        std::string_view bundle_id;
        place from;
        double up = 0; // points
    };

    void touched(int finger, touch_phase phase, place where) override;
    void touch_cancelled(int finger) override;
    view card(app& which, const rectangle& frame, const screen_layout& screen);
    void draw_card(canvas& on, app& which, const rectangle& frame, const screen_layout& screen);
    std::string_view card_at(place where) const;

    const running_apps& apps_;
    wallpaper& wallpaper_;
    surface_host& host_;
    scroller cards_{axis::horizontal};
    bool at_newest_ = false;                                       // it has just opened
    std::map<std::string_view, rectangle> frames_;                 // as last shown, by bundle id
    std::map<std::string_view, std::unique_ptr<canvas>> pictures_; // of pages, since it opened
    std::map<int, push> pushes_;                                   // by finger
};

} // namespace thimble::virtualphone
