// A unit of a phone's video as all who follow it share it, and its form for clients.
#pragma once

#include "http/response.hpp"
#include "link/access_unit.hpp"

#include <cstddef>
#include <memory>
#include <string>

namespace thimble::service {

struct live_unit : link::access_unit {
    std::string frame_id = {};       // the same for all units of one space in a row
    double scale = 1;                // panel pixels for one point
    screen::pixel_size shown = {};   // part of the decoded picture: see link::shown_part()
    http::shared_bytes message = {}; // for clients: see message_of()
};

using live_unit_ptr = std::shared_ptr<const live_unit>;

/// Bytes before the unit in a message: 1, then 1 for a key and else 0, two zeros, the number in
/// four bytes, and the time of capture in eight, in microseconds since 1970; the most significant
/// byte first.
inline constexpr std::size_t unit_header_bytes = 16;

/// The binary message of a WebSocket for a unit.
http::shared_bytes message_of(const link::access_unit& what);

/// One who is given a phone's video. Home thread.
class video_follower {
public:
    virtual ~video_follower() = default;

    /// Each unit from a key on, without a gap.
    virtual void take(const live_unit_ptr& what) = 0;

    /// Nothing more comes before the next key.
    virtual void lose() = 0;
};

} // namespace thimble::service
