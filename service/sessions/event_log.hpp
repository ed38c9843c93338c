// The events of one session: indexed without gaps, with limits.
#pragma once

#include "service/sessions/event.hpp"

#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <vector>

namespace thimble::service::sessions {

struct event_limits {
    event_size of_one = {};
    std::size_t events = 20'000;            // of a session, those of its end aside
    std::size_t memory = 128UL * 1024;      // bytes of data, of those that the store has as well
    std::size_t page_events = 500;          // handed out at once
    std::size_t page_bytes = 1024UL * 1024; // the same, of data; one event always fits
};

/// Events from an index on, for a client.
struct event_page {
    std::vector<event> events; // may be fewer than there are: ask again from next_index
    std::uint64_t next_index = 0;
};

/// A value. The newest events are in memory, and all that the store does not have yet; the older
/// ones are for the store to tell.
class event_log {
public:
    /// `stored`: number of events that the store has already.
    explicit event_log(event_limits granted = {}, text_filter hide = {}, std::uint64_t stored = 0)
        : granted_(granted), hide_(std::move(hide)), next_index_(stored)
    {
    }

    /// The new event, valid until the next call; nullptr when the log is full.
    const event* append(event_type type, nlohmann::json data, std::uint64_t turn, moment at);

    /// The same for the session's end, for which there is always room.
    const event& append_end(event_type type, nlohmann::json data, std::uint64_t turn, moment at);

    bool is_full() const noexcept { return next_index_ >= granted_.events; }
    std::uint64_t next_index() const noexcept { return next_index_; }
    std::uint64_t first_in_memory() const noexcept { return next_index_ - recent_.size(); }

    /// From that index on; nothing when some of it is in the store alone. An index beyond the end
    /// means the next event.
    std::optional<event_page> since(std::uint64_t index) const;

    /// The store has all events before that index: those that are too many in memory may go.
    void stored_before(std::uint64_t index);

private:
    struct kept {
        event what;
        std::size_t size = 0; // about, in bytes
    };

    event_limits granted_;
    text_filter hide_;
    std::uint64_t next_index_ = 0;
    std::size_t bytes_ = 0; // of those in memory
    std::deque<kept> recent_;
};

/// A page of what the store has, which begins with the event of the lowest index.
event_page page_of(std::vector<event> events, std::uint64_t since, const event_limits& granted);

} // namespace thimble::service::sessions
