// The stream of a phone's screen, as far as others need that it runs.
#pragma once

#include "async/listeners.hpp"
#include "device/failure.hpp"

#include <boost/asio/awaitable.hpp>

#include <chrono>
#include <optional>

namespace thimble::device {

/// Home thread. One of a phone, for all who want it.
class media_session {
public:
    virtual ~media_session() = default;

    using time = std::chrono::steady_clock::time_point;

    /// Since when the phone sends, or would if its picture changed; nothing while it does not.
    /// Phones end a stream some seconds after the picture has come to rest.
    virtual std::optional<time> sends_since() const = 0;

    /// True where somebody has asked for it, and the phone has not agreed yet.
    virtual bool is_starting() const = 0;

    /// Starts it where it does not run, and ends once the phone has agreed. `unsupported` where the
    /// phone has none to offer. Nothing that a person would notice reaches the phone, so that a
    /// failure is always `reached::nothing`.
    virtual boost::asio::awaitable<result<void>> start() = 0;

    /// While it is kept, a stream that sends is neither stopped nor begun anew, whoever wants a
    /// picture: touches go on.
    [[nodiscard]] virtual async::subscription hold() = 0;
};

} // namespace thimble::device
