// Access units that wait for one receiver: in order, bounded, and dropped only up to the next key.
#pragma once

#include "link/access_unit.hpp"

#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <utility>

namespace thimble::link {

struct unit_queue_limits {
    std::size_t units = 120; // two seconds of a screen that moves
    std::size_t bytes = 4UL * 1024 * 1024;
    bool keys_supersede = true; // what waits before a key is of no use to a receiver that is late
};

/// One thread. A receiver that is in step has been given, or is going to be given, every unit since
/// a key; else it waits for one. `Unit` is an access_unit, or has one as its base.
template <class Unit>
class unit_queue {
public:
    using pointer = std::shared_ptr<const Unit>;

    explicit unit_queue(unit_queue_limits granted = {}) : limits_(granted) {}

    enum class offered : std::uint8_t {
        queued,
        passed_over, // the receiver waits for a key, and this is none
        lost_before, // one before it has not come here: the receiver waits for a key from now on
        overflowed,  // the receiver is too slow: all that waited is gone, and it waits for a key
    };

    /// A key takes the place of all that waits, where keys supersede.
    offered offer(pointer what)
    {
        if (what->key) {
            if (limits_.keys_supersede)
                lose();
            in_step_ = true;
            next_number_ = what->number;
        }
        if (!in_step_)
            return offered::passed_over;
        if (what->number != next_number_) {
            interrupt();
            return offered::lost_before;
        }
        const auto size = what->data->size();
        if (waiting_.size() >= limits_.units ||
            (!waiting_.empty() && bytes_ + size > limits_.bytes)) {
            lose();
            return offered::overflowed;
        }
        ++next_number_;
        bytes_ += size;
        waiting_.push_back(std::move(what));
        return offered::queued;
    }

    /// The oldest; nullptr where none waits.
    pointer take()
    {
        if (waiting_.empty())
            return nullptr;
        auto out = std::move(waiting_.front());
        waiting_.pop_front();
        bytes_ -= out->data->size();
        return out;
    }

    /// All that waits is gone, and nothing comes before the next key.
    void lose()
    {
        waiting_.clear();
        bytes_ = 0;
        in_step_ = false;
    }

    /// Nothing comes before the next key; what waits is of use only where keys do not supersede.
    void interrupt()
    {
        if (limits_.keys_supersede)
            lose();
        in_step_ = false;
    }

    bool in_step() const noexcept { return in_step_; }
    bool empty() const noexcept { return waiting_.empty(); }
    std::size_t size() const noexcept { return waiting_.size(); }
    std::size_t bytes() const noexcept { return bytes_; }

private:
    unit_queue_limits limits_;
    std::deque<pointer> waiting_;
    std::size_t bytes_ = 0;
    std::uint64_t next_number_ = 0; // while in step
    bool in_step_ = false;
};

} // namespace thimble::link
