// A lane: whoever takes a turn has it alone, or beside so many others as it is wide; the rest
// follow in the order in which they came.
#pragma once

#include "async/signal.hpp"

#include <cstddef>
#include <list>
#include <utility>

namespace thimble::async {

/// Home thread only. The lane outlives its turns.
class lane {
public:
    /// `width` turns, at least one, go on at once.
    explicit lane(boost::asio::any_io_executor home, std::size_t width = 1)
        : home_(std::move(home)), free_(width)
    {
    }

    /// Held while the work goes on; the next one's turn begins when this is destroyed.
    class turn {
    public:
        explicit turn(lane& of) noexcept : of_(&of) {}
        turn(turn&& other) noexcept : of_(std::exchange(other.of_, nullptr)) {}
        turn(const turn&) = delete;
        turn& operator=(const turn&) = delete;
        turn& operator=(turn&&) = delete;
        ~turn()
        {
            if (of_ != nullptr)
                of_->pass_on();
        }

    private:
        lane* of_;
    };

    /// Waits for one's turn. Cancelling the coroutine gives up the place in the queue.
    boost::asio::awaitable<turn> take()
    {
        if (free_ > 0) {
            --free_;
            co_return turn(*this);
        }
        waiter self(*this);
        while (!self.granted) {
            co_await self.woken.wait();
        }
        self.granted = false; // from here on the turn passes the lane on
        co_return turn(*this);
    }

    /// Number of those that wait for their turn, those who have it not counted.
    std::size_t waiting() const noexcept { return queue_.size(); }

private:
    struct waiter {
        explicit waiter(lane& of) : lane_(of), woken(of.home_) { lane_.queue_.push_back(this); }
        waiter(const waiter&) = delete;
        waiter& operator=(const waiter&) = delete;
        ~waiter() // of a cancelled coroutine: gives up its place, or the turn it was just granted
        {
            if (granted)
                lane_.pass_on();
            else
                lane_.queue_.remove(this);
        }

        lane& lane_;
        signal woken;
        bool granted = false;
    };

    void pass_on()
    {
        if (queue_.empty()) {
            ++free_;
            return;
        }
        waiter* next = queue_.front();
        queue_.pop_front();
        next->granted = true;
        next->woken.notify_all();
    }

    boost::asio::any_io_executor home_;
    std::list<waiter*> queue_;
    std::size_t free_;
};

} // namespace thimble::async
