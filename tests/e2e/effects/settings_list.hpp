// The long list of Settings in front, at its top.
#pragma once

#include "tests/e2e/effects/places.hpp"

namespace thimble::e2e {

/// From the page behind one of the rows.
inline void leave_page(const driven_phone& on)
{
    on.act("tap", at(on.middle_of("Settings")));
    REQUIRE(on.state_of(app::settings).at("page") == "");
}

class settings_list {
public:
    explicit settings_list(const driven_phone& on) : on_(on)
    {
        on_.open(app::settings);
        REQUIRE(on_.state_of(app::settings).at("page") == "");
        scroll_to_top();
    }

    double offset() const { return on_.state_of(app::settings).at("offset").get<double>(); }

    /// By flicks; fails the test when they do not get there.
    void scroll_to_top() const
    {
        const auto at_top = [&] { return offset() == 0; };
        for (int flicks = 0; flicks < 10 && !at_top(); ++flicks) {
            on_.act("flick", at(on_.middle(), {{"direction", "down"}}));
            eventually(1s, at_top); // it coasts
        }
        REQUIRE(at_top());
    }

private:
    const driven_phone& on_;
};

} // namespace thimble::e2e
