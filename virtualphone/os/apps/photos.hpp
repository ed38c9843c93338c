// Photos: a grid of pictures; one that is open is zoomed by double taps and pinches, and left by a
// flick to the next.
#pragma once

#include "virtualphone/os/apps/app.hpp"

#include <cstddef>

namespace thimble::virtualphone {

class photos : public app, private movable_content {
public:
    static constexpr std::size_t count = 60;
    static constexpr double nearest = 5; // times the size at which the whole picture is seen
    static constexpr double double_tap_zoom = 2.5;

    app_identity who() const override;
    view show(const screen_layout& screen) override;
    bool advance(milliseconds now) override;
    nlohmann::json state() const override;
    bool dark() const override { return open_ && !bars_; }

private:
    // movable_content: the open picture
    bool follows_one_finger() const override { return zoom_ > 1; }
    void move_by(place distance) override;
    void scale_by(double factor, place about) override;
    void turn_by(double /*radians*/, place /*about*/) override {} // pictures stay upright
    void let_go() override { keep_in_sight(); }

    view library(const screen_layout& screen);
    view open_photo(const screen_layout& screen);
    view sheet(std::size_t number, const screen_layout& screen);
    std::size_t shown() const { return static_cast<std::size_t>(pager_.page()); }
    rectangle picture_frame(const rectangle& around) const; // not zoomed
    void open(std::size_t number);
    void zoom_in(place where);
    void zoom_out();
    void keep_in_sight();

    bool open_ = false;
    bool bars_ = true; // around an open picture; a tap takes them away and brings them back
    std::size_t zoomed_photo_ = 0;
    double zoom_ = 1;
    place offset_;   // of the picture's middle from the screen's, points
    rectangle page_; // as last shown
    scroller library_scroll_{axis::vertical};
    scroller pager_{axis::horizontal};
};

} // namespace thimble::virtualphone
