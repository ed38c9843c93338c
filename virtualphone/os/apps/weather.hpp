// Weather: the same fine day on pages for three places, which a flick turns.
#pragma once

#include "virtualphone/os/apps/app.hpp"

namespace thimble::virtualphone {

class weather : public app {
public:
    app_identity who() const override;
    view show(const screen_layout& screen) override;
    bool advance(milliseconds now) override { return pager_.advance(now); }
    bool dark() const override { return true; }
    nlohmann::json state() const override;

private:
    scroller pager_{axis::horizontal};
};

} // namespace thimble::virtualphone
