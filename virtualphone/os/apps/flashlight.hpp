// Flashlight: a tap anywhere turns the whole screen white, and dark again.
#pragma once

#include "virtualphone/os/apps/app.hpp"

namespace thimble::virtualphone {

class flashlight : public app {
public:
    app_identity who() const override;
    view show(const screen_layout& screen) override;
    bool dark() const override { return !on_; }
    nlohmann::json state() const override;

private:
    bool on_ = false;
};

} // namespace thimble::virtualphone
