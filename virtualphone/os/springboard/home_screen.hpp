// The home screen: pages of icons that a horizontal flick turns, and the dock.
#pragma once

#include "virtualphone/os/apps/app.hpp"
#include "virtualphone/os/draw/wallpaper.hpp"

#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace thimble::virtualphone {

class home_screen {
public:
    struct contents {
        std::vector<std::vector<app_identity>> pages;
        std::vector<app_identity> dock;
    };

    home_screen(contents what, wallpaper& behind, std::function<void(std::string_view)> open);

    view show(const screen_layout& screen);
    void rearrange(contents what) { contents_ = std::move(what); }
    bool advance(milliseconds now) { return pager_.advance(now); }
    int page() const { return pager_.page(); }
    void go_to_first_page() { pager_.jump_to(0); }

private:
    view icon(const app_identity& which, const rectangle& picture, bool named) const;
    view dock(const screen_layout& screen) const;
    view page_dots(const screen_layout& screen) const;
    void add_page(view& page, std::size_t number, const screen_layout& screen) const;

    contents contents_;
    wallpaper& wallpaper_;
    std::function<void(std::string_view)> open_;
    scroller pager_{axis::horizontal};
};

} // namespace thimble::virtualphone
