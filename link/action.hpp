// What the service asks a phone to do: one struct an action, with the arguments of the REST
// contract.
#pragma once

#include "screen/orientation.hpp"
#include "screen/picture.hpp"

#include <chrono>
#include <cstdint>
#include <string_view>
#include <variant>

namespace thimble::link {

/// Which of a phone's lanes an action takes.
enum class lane : std::uint8_t {
    input,  // one at a time, in order
    frames, // newest only, never waits for input
    reads,  // apps, tree, status
};

/// The way a finger moves; `up` moves further down a list.
enum class direction : std::uint8_t { up, down, left, right };

std::string_view to_string(direction value);
std::optional<direction> parse_direction(std::string_view text);

/// Take a picture of the screen.
struct screenshot {
    static constexpr std::string_view name = "screenshot";
    static constexpr link::lane lane = link::lane::frames;
    screen::picture_format format = screen::picture_format::png;
    int quality = 80;    // 1..100, for jpeg and webp
    int max_edge = 1344; // pixels of the longest edge

    friend bool operator==(const screenshot&, const screenshot&) = default;
};

/// Coordinates below are pixels of the command's `space`.
struct tap {
    static constexpr std::string_view name = "tap";
    static constexpr link::lane lane = link::lane::input;
    int x = 0;
    int y = 0;

    friend bool operator==(const tap&, const tap&) = default;
};

struct flick {
    static constexpr std::string_view name = "flick";
    static constexpr link::lane lane = link::lane::input;
    int x = 0;
    int y = 0;
    direction towards = direction::up;

    friend bool operator==(const flick&, const flick&) = default;
};

/// Go to the home screen.
struct home {
    static constexpr std::string_view name = "home";
    static constexpr link::lane lane = link::lane::input;

    friend bool operator==(const home&, const home&) = default;
};

/// Make the phone the active one of its desktop. Touches nothing.
struct select {
    static constexpr std::string_view name = "select";
    static constexpr link::lane lane = link::lane::reads;

    friend bool operator==(const select&, const select&) = default;
};

using action = std::variant<screenshot, tap, flick, home, select>;

/// The action's name, the same in routes, jobs, journal, log and metrics.
std::string_view name_of(const action& what);

lane lane_of(const action& what);

/// How long the action's arguments ask the phone to take; zero where they say nothing of it.
std::chrono::milliseconds duration_of(const action& what);

} // namespace thimble::link
