// Writes events to a host in order, while whoever tells them goes on.
#pragma once

#include "virtualphone/channel/channel.hpp"

#include <deque>
#include <memory>

namespace thimble::virtualphone::mux {

/// Shared, because a write that is under way keeps it and the channel alive. Home thread only.
class event_writer : public std::enable_shared_from_this<event_writer> {
public:
    explicit event_writer(std::shared_ptr<channel> to) : to_(std::move(to)) {}

    /// A host that does not read its events loses its connection.
    void tell(plist::bytes event);

    /// Closes the connection as soon as all that was told is written.
    void finish();

private:
    static constexpr std::size_t most_waiting = 1024;

    boost::asio::awaitable<void> write();

    std::shared_ptr<channel> to_;
    std::deque<plist::bytes> waiting_;
    bool writing_ = false;
    bool finishing_ = false;
};

} // namespace thimble::virtualphone::mux
