// Sketch: draws where fingers went and prints the coordinates that it was given.
#pragma once

#include "virtualphone/os/apps/app.hpp"

#include <deque>
#include <map>
#include <vector>

namespace thimble::virtualphone {

class sketch : public app, private touch_target {
public:
    app_identity who() const override;
    view show(const screen_layout& screen) override;
    nlohmann::json state() const override;
    /// On every model, also where iOS does not grant it: the mapping of all four ways is tried
    /// here.
    bool turns_upside_down() const override { return true; }

private:
    using stroke = std::vector<place>;

    void touched(int finger, touch_phase phase, place where) override;
    void touch_cancelled(int finger) override;
    void draw_strokes(canvas& on) const;

    std::deque<stroke> strokes_;       // the oldest first, and only so many
    std::map<int, stroke> unfinished_; // by finger
    std::size_t count_ = 0;            // strokes ever drawn
    std::optional<place> last_;
};

} // namespace thimble::virtualphone
