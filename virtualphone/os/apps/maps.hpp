// Maps: one finger pushes the map, two pinch and turn it, a double tap goes one step nearer.
#pragma once

#include "virtualphone/os/apps/app.hpp"
#include "virtualphone/os/apps/map_camera.hpp"

namespace thimble::virtualphone {

class maps : public app, private movable_content {
public:
    app_identity who() const override;
    view show(const screen_layout& screen) override;
    bool opens(std::string_view scheme) const override { return scheme == "maps"; }
    nlohmann::json state() const override;

private:
    // movable_content
    bool follows_one_finger() const override { return true; }
    void move_by(place distance) override { camera_.move_by(distance); }
    void scale_by(double factor, place about) override { camera_.scale_by(factor, about); }
    void turn_by(double radians, place about) override { camera_.turn_by(radians, about); }
    void let_go() override;

    void turn_to_the_north();
    view round_button(std::string name, place middle, std::function<void()> pressed) const;

    map_camera camera_;
};

} // namespace thimble::virtualphone
