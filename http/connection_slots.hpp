// The open connections: which network each counts for, and which one is closed when there is no
// room for another.
#pragma once

#include "async/signal.hpp"
#include "http/limits.hpp"

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/awaitable.hpp>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <list>
#include <memory>
#include <set>
#include <string>
#include <unordered_map>
#include <utility>

namespace thimble::service::http {

class connection_slots;

/// The state of a connection, as far as it matters for the question whether it can be closed.
enum class connection_stage : std::uint8_t {
    waiting,      // for a request, or for the TLS handshake: nothing is lost when it is closed
    transferring, // a part of a request has come, or of a long answer has gone
    answering,    // never closed for another
    upgraded,     // a WebSocket or an answer without end, which its own room limits
};

/// One connection's place, from its acceptance to its end. Home thread.
class connection_slot {
public:
    /// `all` outlives it.
    connection_slot(connection_slots& all, std::string network);
    connection_slot(const connection_slot&) = delete;
    connection_slot& operator=(const connection_slot&) = delete;
    ~connection_slot();

    void enter(connection_stage now);

    /// For a proxy's connection, which carries the requests of many clients: until it waits for the
    /// next request or is upgraded, it counts for the network that the proxy names. False where
    /// that has its share already.
    bool count_for(std::string network);

    /// Closes the connection when its slot is given to another. Called once, at most.
    void when_evicted(std::function<void()> then) { on_evicted_ = std::move(then); }

private:
    friend class connection_slots;
    friend class slot_order;

    void uncount();

    connection_slots& all_;
    std::string network_;
    std::string counted_for_; // empty: for no proxy's client
    connection_stage stage_ = connection_stage::waiting;
    bool evicted_ = false;
    std::function<void()> on_evicted_;
    std::list<connection_slot*> node_; // its element while it is in no order; else empty
    const std::list<connection_slot*>::iterator at_; // the element, wherever it is
};

/// Slots of one stage by network, the oldest first. Home thread.
class slot_order {
public:
    void add(connection_slot& what);
    void remove(connection_slot& what);

    /// nullptr where the network has none.
    connection_slot* oldest_of(const std::string& network) const;

    /// Of the network that has most; nullptr where there is none at all.
    connection_slot* oldest_of_most() const;

private:
    using slots = std::list<connection_slot*>;

    std::unordered_map<std::string, slots> by_network_; // no list is empty
    std::set<std::pair<std::size_t, const slots*>> by_size_;
};

/// Home thread. A network over its share loses a connection of its own, never another's; when all
/// slots are taken, it is the network with most connections that wait which loses its oldest.
class connection_slots {
public:
    connection_slots(const boost::asio::any_io_executor& home, const limits& granted);

    /// For one more connection of that network: closes its oldest one where it has its share.
    /// False where none of them can be closed.
    bool make_room_for(const std::string& network);

    /// For one more connection of anybody. Ends once there is room.
    boost::asio::awaitable<void> make_room();

    std::unique_ptr<connection_slot> take(std::string network);

    std::size_t size() const noexcept { return taken_; }

private:
    friend class connection_slot;

    slot_order* order_of(connection_stage stage);
    bool evict_oldest();
    void evict(connection_slot& what);
    void enter(connection_slot& what, connection_stage now);
    void release(connection_slot& what);

    std::size_t most_;
    std::size_t most_of_network_;
    std::size_t taken_ = 0; // without those that are being closed
    slot_order waiting_;
    slot_order transferring_;
    std::unordered_map<std::string, std::size_t> of_network_; // without those that are upgraded
    std::unordered_map<std::string, std::size_t> of_proxied_; // requests of a proxy's clients
    async::signal changed_;                                   // there may be one to close now
};

} // namespace thimble::service::http
