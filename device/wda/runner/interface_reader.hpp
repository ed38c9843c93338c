// Asks WebDriverAgent how the interface stands: its size in points and how it is turned.
#pragma once

#include "device/wda/runner/session.hpp"
#include "device/wda/runner/window_corner.hpp"
#include "screen/geometry.hpp"
#include "screen/orientation.hpp"

#include <chrono>
#include <cstdint>
#include <optional>

namespace thimble::device::wda {

/// Home thread. Reads only; each answer is shown to the session as well.
///
/// Pictures and touches are in the space of the whole screen. WebDriverAgent's window is the frame
/// of the app in front: less than the screen, or another scale, where an app is run for an older
/// screen, in a window of an iPad, and in the runner's own app. So the screen's size comes from the
/// system's own app, once, and the window's shape only tells how it is turned. WebDriverAgent
/// counts the places of touches from the corner of that window.
class interface_reader {
public:
    explicit interface_reader(session& session) : session_(session), window_corner_(session) {}

    /// The size alone: the cheap look before a touch, which finds the window's corner as well.
    boost::asio::awaitable<result<screen::point_size>> read_size(connection& over);

    /// Size and orientation; known() is this from then on, unless a reading that began later has
    /// ended before.
    boost::asio::awaitable<result<screen::interface>> read(connection& over);

    /// The same, and finds the window's corner. For inputs: a reading that has chosen another app
    /// to be the one in front would find the corner of that one.
    boost::asio::awaitable<result<screen::interface>> read_with_corner(connection& over);

    const std::optional<screen::interface>& known() const { return known_; }

    /// Where on the screen the window begins that was seen last: what the places of a touch are
    /// counted from. A failure where that could not be read.
    const result<screen::place>& window_corner() const { return corner_; }

    /// True where the size is that of the screen, whatever app is in front.
    bool knows_screen() const { return screen_.has_value(); }

    /// The next runner may find another zoom of the display, and know routes that this one did not.
    void forget_screen()
    {
        screen_.reset();
        has_screen_ = true;
        screen_refused_at_.reset();
        has_rotation_ = true;
        window_corner_.forget_runner();
    }

private:
    boost::asio::awaitable<result<screen::point_size>> read_window(connection& over);
    boost::asio::awaitable<void> read_screen(connection& over);
    boost::asio::awaitable<result<screen::interface>>
    read_by(connection& over, std::uint64_t number, screen::point_size window);
    boost::asio::awaitable<void> find_corner(connection& over, screen::point_size window);
    boost::asio::awaitable<result<screen::interface>> read_turn(connection& over,
                                                                screen::point_size window);
    boost::asio::awaitable<result<std::optional<screen::orientation>>>
    read_rotation(connection& over);
    bool screen_refused_lately() const;
    bool fills_screen(screen::point_size window) const;
    screen::point_size size_by(screen::point_size window) const;

    session& session_;
    wda::window_corner window_corner_;
    std::optional<screen::point_size> screen_; // upright
    std::optional<screen::interface> known_;
    result<screen::place> corner_; // of the window in front
    std::uint64_t readings_ = 0;   // begun
    std::uint64_t known_from_ = 0; // the number of the reading that known_ is from
    bool has_rotation_ = true;     // until the runner says that it does not know the route
    bool has_screen_ = true;       // likewise
    std::optional<std::chrono::steady_clock::time_point> screen_refused_at_; // for a reason of now
};

} // namespace thimble::device::wda
