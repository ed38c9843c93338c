// Asks WebDriverAgent how the interface stands: its size in points and how it is turned.
#pragma once

#include "device/wda/session.hpp"
#include "screen/orientation.hpp"

#include <cstdint>
#include <optional>

namespace thimble::device::wda {

/// Home thread. Reads only; each answer is shown to the session as well.
class interface_reader {
public:
    explicit interface_reader(session& session) : session_(session) {}

    /// The size alone: the cheap look before a touch.
    boost::asio::awaitable<result<screen::point_size>> read_size(connection& over);

    /// Size and orientation; known() is this from then on, unless a reading that began later has
    /// ended before.
    boost::asio::awaitable<result<screen::interface>> read(connection& over);

    const std::optional<screen::interface>& known() const { return known_; }

private:
    boost::asio::awaitable<result<screen::orientation>> read_orientation(connection& over,
                                                                         screen::point_size size);

    session& session_;
    std::optional<screen::interface> known_;
    std::uint64_t readings_ = 0;   // begun
    std::uint64_t known_from_ = 0; // the number of the reading that known_ is from
    bool has_rotation_ = true;     // until the runner says that it does not know the route
};

} // namespace thimble::device::wda
