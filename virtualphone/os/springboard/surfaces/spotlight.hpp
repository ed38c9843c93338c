// Spotlight: a search field that finds apps by their names.
#pragma once

#include "virtualphone/os/apps/running_apps.hpp"
#include "virtualphone/os/draw/wallpaper.hpp"
#include "virtualphone/os/springboard/surfaces/surface.hpp"
#include "virtualphone/os/text/text_field.hpp"

#include <vector>

namespace thimble::virtualphone {

class spotlight : public surface {
public:
    spotlight(const running_apps& apps, wallpaper& behind, surface_host& host)
        : apps_(apps), wallpaper_(behind), host_(host)
    {
    }

    std::string_view name() const override { return "spotlight"; }
    void open() override;
    void close() override { field_.blur(); }
    view show(const screen_layout& screen) override;
    bool advance(milliseconds now) override;
    text_editor* focus() override { return field_.focus(); }
    bool replaces_app() const override { return true; }

private:
    /// The apps whose names contain what is searched for, in any case; without a search the first
    /// few.
    std::vector<app_identity> found() const;
    void add_field(view& page, const screen_layout& screen);
    view result(const app_identity& which, const rectangle& frame);

    const running_apps& apps_;
    wallpaper& wallpaper_;
    surface_host& host_;
    text_field field_{{.type = "TextField",
                       .label = "Search",
                       .identifier = "SpotlightSearchField",
                       .placeholder = "Search"}};
};

} // namespace thimble::virtualphone
