// Queue of messages to write to a WebSocket.
#pragma once

#include "async/one_shot_timer.hpp"
#include "async/signal.hpp"
#include "http/response.hpp"
#include "http/websocket/socket.hpp"

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/awaitable.hpp>

#include <chrono>
#include <cstddef>
#include <deque>
#include <functional>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace thimble::service::websocket {

struct outbox_limits {
    std::size_t bytes = 64UL * 1024 * 1024; // that wait; more: the other end is too slow
    std::chrono::milliseconds time{30'000}; // for the other end to take one message
};

/// Home thread. Bounded: an other end that takes nothing is found out, by volume or by time, and
/// nothing is dropped in silence.
class outbox {
public:
    /// Text, binary, and binary that others have as well.
    using payload = std::variant<std::string, std::vector<std::byte>, http::shared_bytes>;

    explicit outbox(const boost::asio::any_io_executor& home, outbox_limits limits = {});

    /// To be written in this order.
    void push(payload what);

    /// Makes what is to be written when its turn has come; nothing if it is not wanted any more.
    using maker = std::function<std::optional<payload>()>;

    /// To be written in the order of push(). For what is kept elsewhere, however long it waits: it
    /// does not count towards the bytes.
    void push_later(maker what);

    /// To be written after all that was pushed. A newer state of the same key takes the place of
    /// one that still waits. A phone has a state, and so has a moving picture.
    void push_state(std::string key, payload what);

    /// Writes to the socket until that is over, too slow, or this is cancelled. `to` outlives it.
    boost::asio::awaitable<void> run(socket& to);

    /// Ends once nothing waits and nothing is being written any more.
    boost::asio::awaitable<void> until_empty();

    /// The other end did not take what it was sent in time, or too much of it waits.
    bool too_slow() const noexcept { return too_slow_; }

private:
    class writing;

    struct state {
        std::string key;
        payload what;
    };

    bool empty() const noexcept { return first_.empty() && states_.empty(); }
    std::optional<payload> take();
    void add(std::size_t bytes);

    outbox_limits limits_;
    std::deque<std::variant<payload, maker>> first_;
    std::deque<state> states_;
    std::size_t bytes_ = 0;
    bool writing_ = false;
    bool too_slow_ = false;
    async::signal changed_;
    async::signal emptied_;
    async::one_shot_timer timeout_;
};

} // namespace thimble::service::websocket
