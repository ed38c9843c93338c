// Interface to a phone that encodes its screen itself.
#pragma once

#include "device/failure.hpp"
#include "link/access_unit.hpp"

#include <boost/asio/awaitable.hpp>

#include <functional>

namespace thimble::daemon {

/// Home thread. The phone makes a key at the start of its stream and never else. Where the screen
/// stands still it ends the stream; the source begins it again when there is something to see.
class encoded_source {
public:
    virtual ~encoded_source() = default;

    /// Hands over each unit as it comes, until it is cancelled. Numbers go on over all starts of
    /// the phone's stream, and leave out those of units that were lost. Where the stream runs
    /// already, its units may come without a key before them. Its return is a failure: whoever
    /// wants more calls again. One call at a time.
    virtual boost::asio::awaitable<device::failure>
    watch(std::function<void(link::access_unit)> on_unit) = 0;

    /// The stream is to begin anew, or to begin where it has ended, so that a key comes.
    virtual void restart() = 0;
};

} // namespace thimble::daemon
