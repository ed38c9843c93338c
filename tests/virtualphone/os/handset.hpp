// A virtual phone in a tester's hand: fingers, time, and eyes that read the screen.
#pragma once

#include "tests/catch2.hpp"
#include "virtualphone/os/operating_system.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <optional>
#include <string>
#include <string_view>

namespace thimble::tests {

namespace vp = thimble::virtualphone;

inline constexpr auto springboard = "com.apple.springboard";
inline constexpr auto settings_app = "com.apple.Preferences";
inline constexpr auto notes_app = "com.apple.mobilenotes";
inline constexpr auto sketch_app = "com.thimble.sketch";

struct handset {
    explicit handset(std::string_view model = "iPhone 15 Pro",
                     std::optional<std::string> passcode = std::nullopt,
                     bool locked = false)
        : os(*vp::find_model(model),
             *vp::find_ios_profile("18"),
             {.udid = "00008130-000000000000001E",
              .name = "Test Phone",
              .passcode = std::move(passcode),
              .locked = locked},
             log)
    {
    }

    void wait(double ms)
    {
        now += vp::milliseconds(ms);
        os.advance(now);
    }

    void down(vp::place at, int finger = 0) { os.touch(finger, vp::touch_phase::down, at, now); }
    void move(vp::place to, int finger = 0) { os.touch(finger, vp::touch_phase::move, to, now); }
    void up(vp::place at, int finger = 0) { os.touch(finger, vp::touch_phase::up, at, now); }

    void tap(vp::place at)
    {
        down(at);
        wait(80);
        up(at);
        wait(20);
    }

    /// A straight stroke at an even speed, 60 samples a second.
    void stroke(vp::place from, vp::place to, double ms, double rest_ms = 0)
    {
        down(from);
        const int samples = std::max(static_cast<int>(ms * 60 / 1000), 1);
        for (int i = 1; i <= samples; ++i) {
            wait(ms / samples);
            const double t = static_cast<double>(i) / samples;
            move({.x = from.x + (to.x - from.x) * t, .y = from.y + (to.y - from.y) * t});
        }
        wait(rest_ms);
        up(to);
    }

    void double_tap(vp::place at, double gap_ms = 100)
    {
        tap(at);
        wait(gap_ms - 20); // tap() waits 20 ms itself
        tap(at);
    }

    /// Two fingers on opposite sides of `middle`, from one distance between them to another, while
    /// they turn clockwise and their middle wanders; 60 samples a second, both fingers at once.
    struct pair_motion {
        vp::place middle;
        double from = 100; // points between the fingers
        double to = 100;
        double degrees = 0;
        vp::place wander = {};
        double first_degrees = 0; // of the line from the second finger to the first
        double ms = 500;
    };

    void move_two_fingers(const pair_motion& how)
    {
        const auto at = [&](double t, double side) {
            const double radians = (how.first_degrees + how.degrees * t) * std::numbers::pi / 180;
            const double radius = side * std::lerp(how.from, how.to, t) / 2;
            return vp::place{.x = how.middle.x + how.wander.x * t + radius * std::cos(radians),
                             .y = how.middle.y + how.wander.y * t + radius * std::sin(radians)};
        };
        down(at(0, 1), 0);
        down(at(0, -1), 1);
        const int samples = std::max(static_cast<int>(how.ms * 60 / 1000), 1);
        for (int i = 1; i <= samples; ++i) {
            wait(how.ms / samples);
            const double t = static_cast<double>(i) / samples;
            move(at(t, 1), 0);
            move(at(t, -1), 1);
        }
        up(at(1, 1), 0);
        up(at(1, -1), 1);
    }

    void swipe_up_from_the_bottom()
    {
        stroke({.x = os.width_pt() / 2, .y = os.height_pt() - 3},
               {.x = os.width_pt() / 2, .y = os.height_pt() / 2}, 150);
    }

    vp::place middle() const { return {.x = os.width_pt() / 2, .y = os.height_pt() / 2}; }

    /// The first visible element with this label and type.
    std::optional<vp::element> find(std::string_view type, std::string_view label) const
    {
        return find_in(os.tree(), type, label);
    }

    /// Taps the middle of what the screen shows there.
    void choose(std::string_view type, std::string_view label)
    {
        const auto found = find(type, label);
        INFO("looking for " << type << " " << label);
        REQUIRE(found);
        tap({.x = found->frame.x + found->frame.width / 2,
             .y = found->frame.y + found->frame.height / 2});
    }

    nlohmann::json state_of(const std::string& bundle_id) const
    {
        return os.app_states().at(bundle_id);
    }

    /// The events of one kind, from the beginning.
    std::vector<nlohmann::json> events(std::string_view kind) const
    {
        std::vector<nlohmann::json> out;
        for (const auto& each : log.since(0).at("events"))
            if (each.at("kind") == kind)
                out.push_back(each);
        return out;
    }

    /// The names of the gestures that were recognised, in order.
    std::vector<std::string> gestures() const
    {
        std::vector<std::string> out;
        for (const auto& each : events("gesture"))
            out.push_back(each.at("name").get<std::string>());
        return out;
    }

    vp::event_log log;
    vp::operating_system os;
    vp::milliseconds now{1000};

private:
    static std::optional<vp::element>
    find_in(const vp::element& in, std::string_view type, std::string_view label)
    {
        if (in.type == type && in.label == label && in.visible)
            return in;
        for (const auto& each : in.children)
            if (auto found = find_in(each, type, label))
                return found;
        return std::nullopt;
    }
};

} // namespace thimble::tests
