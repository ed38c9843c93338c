// Lane of a phone that an action takes.
#pragma once

#include <boost/describe/enum.hpp>

#include <cstdint>

namespace thimble::link {

enum class lane : std::uint8_t {
    input,  // one at a time, in order
    frames, // newest only, never waits for input
    reads,  // apps, tree, status
};
BOOST_DESCRIBE_ENUM(lane, input, frames, reads)

} // namespace thimble::link
