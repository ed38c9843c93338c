// A blocking C client on a thread of its own, with a deadline on each of its calls.
#pragma once

#include "async/deadline.hpp"
#include "async/worker.hpp"

#include <atomic>
#include <chrono>
#include <memory>
#include <optional>
#include <type_traits>
#include <utility>

namespace thimble::device {

/// How many blocking calls are under way in a fleet, those that nobody waits for any more included.
using call_count = std::shared_ptr<std::atomic<std::size_t>>;

/// Home thread. A call that does not return in time is left behind. Two in a row mean that the
/// client is stuck: the next call goes to a new thread, and at most `stuck_limit` threads are ever
/// left behind at a time (libimobiledevice ends its calls by itself, after 30 s).
class blocking_client {
public:
    static constexpr std::size_t stuck_limit = 4;

    blocking_client(boost::asio::any_io_executor home, call_count under_way)
        : home_(std::move(home)), under_way_(std::move(under_way)), worker_(make_worker())
    {
    }

    /// What `call` returns, or nothing when it has not returned within `limit`. The call must not
    /// throw, and owns what it uses.
    template <class Call>
    boost::asio::awaitable<std::optional<std::invoke_result_t<Call&>>>
    run(std::chrono::milliseconds limit, Call call)
    {
        if (*own_ >= stuck_limit)
            co_return std::nullopt;
        auto counted = [work = std::move(call), all = counted_in(under_way_),
                        mine = counted_in(own_)]() mutable { return work(); };
        auto worker = worker_; // outlives the wait, even when another call replaces it
        auto value = co_await async::within(limit, worker->run(std::move(counted)));
        note(value.has_value());
        co_return value;
    }

private:
    /// One more call for as long as this lives.
    class counted_in {
    public:
        explicit counted_in(call_count total) : total_(std::move(total)) { ++*total_; }
        counted_in(counted_in&& other) noexcept = default;
        counted_in(const counted_in&) = delete;
        counted_in& operator=(const counted_in&) = delete;
        counted_in& operator=(counted_in&&) = delete;
        ~counted_in()
        {
            if (total_)
                --*total_;
        }

    private:
        call_count total_;
    };

    std::shared_ptr<async::worker> make_worker() const
    {
        return std::make_shared<async::worker>(home_);
    }

    void note(bool returned)
    {
        abandoned_ = returned ? 0 : abandoned_ + 1;
        if (abandoned_ < 2)
            return;
        abandoned_ = 0;
        worker_ = make_worker();
    }

    boost::asio::any_io_executor home_;
    call_count under_way_;
    call_count own_ = std::make_shared<std::atomic<std::size_t>>(0);
    std::shared_ptr<async::worker> worker_;
    int abandoned_ = 0;
};

} // namespace thimble::device
