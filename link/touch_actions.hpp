// Touch actions. Coordinates are pixels of the command's `space`.
#pragma once

#include "link/lane.hpp"

#include <boost/describe/enum.hpp>

#include <chrono>
#include <cstdint>
#include <optional>
#include <string_view>

namespace thimble::link {

/// The way a finger moves; `up` moves further down a list.
enum class direction : std::uint8_t { up, down, left, right };
BOOST_DESCRIBE_ENUM(direction, up, down, left, right)

std::string_view to_string(direction value);
std::optional<direction> parse_direction(std::string_view text);

enum class speed : std::uint8_t { slow, medium, fast };
BOOST_DESCRIBE_ENUM(speed, slow, medium, fast)

std::string_view to_string(speed value);
std::optional<speed> parse_speed(std::string_view text);

/// Movement of two fingers about their middle.
enum class pinch_kind : std::uint8_t { pinch_in, pinch_out, rotate_cw, rotate_ccw };
BOOST_DESCRIBE_ENUM(pinch_kind, pinch_in, pinch_out, rotate_cw, rotate_ccw)

std::string_view to_string(pinch_kind value);
std::optional<pinch_kind> parse_pinch_kind(std::string_view text);

struct tap {
    static constexpr std::string_view name = "tap";
    static constexpr link::lane lane = link::lane::input;
    int x = 0;
    int y = 0;

    friend bool operator==(const tap&, const tap&) = default;
};

struct double_tap {
    static constexpr std::string_view name = "double-tap";
    static constexpr link::lane lane = link::lane::input;
    int x = 0;
    int y = 0;

    friend bool operator==(const double_tap&, const double_tap&) = default;
};

struct triple_tap {
    static constexpr std::string_view name = "triple-tap";
    static constexpr link::lane lane = link::lane::input;
    int x = 0;
    int y = 0;

    friend bool operator==(const triple_tap&, const triple_tap&) = default;
};

struct tap_and_hold {
    static constexpr std::string_view name = "tap-and-hold";
    static constexpr link::lane lane = link::lane::input;
    int x = 0;
    int y = 0;
    std::chrono::milliseconds duration{1000};

    friend bool operator==(const tap_and_hold&, const tap_and_hold&) = default;
};

/// Quick, and the content goes on by momentum.
struct flick {
    static constexpr std::string_view name = "flick";
    static constexpr link::lane lane = link::lane::input;
    int x = 0;
    int y = 0;
    direction towards = direction::up;

    friend bool operator==(const flick&, const flick&) = default;
};

/// Slow; what it moves stops where the finger does.
struct pan {
    static constexpr std::string_view name = "pan";
    static constexpr link::lane lane = link::lane::input;
    int x = 0;
    int y = 0;
    direction towards = direction::up;
    std::chrono::milliseconds duration{500};

    friend bool operator==(const pan&, const pan&) = default;
};

struct drag {
    static constexpr std::string_view name = "drag";
    static constexpr link::lane lane = link::lane::input;
    int from_x = 0;
    int from_y = 0;
    int to_x = 0;
    int to_y = 0;
    link::speed speed = link::speed::medium;

    friend bool operator==(const drag&, const drag&) = default;
};

/// Holds still first, so that what is under the finger is lifted and moves along.
struct hold_and_drag {
    static constexpr std::string_view name = "hold-and-drag";
    static constexpr link::lane lane = link::lane::input;
    int from_x = 0;
    int from_y = 0;
    int to_x = 0;
    int to_y = 0;
    std::chrono::milliseconds hold{500};
    link::speed speed = link::speed::medium;

    friend bool operator==(const hold_and_drag&, const hold_and_drag&) = default;
};

struct pinch {
    static constexpr std::string_view name = "pinch";
    static constexpr link::lane lane = link::lane::input;
    int x = 0;
    int y = 0;
    pinch_kind kind = pinch_kind::pinch_out;
    std::chrono::milliseconds duration{1000};

    friend bool operator==(const pinch&, const pinch&) = default;
};

} // namespace thimble::link
