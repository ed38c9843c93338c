// A blocking C client on a thread of its own, with a deadline on each of its calls.
#pragma once

#include "async/deadline.hpp"
#include "async/worker.hpp"

#include <atomic>
#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <type_traits>
#include <utility>

namespace thimble::device {

/// Number of blocking calls under way in a fleet, abandoned ones included.
using call_count = std::shared_ptr<std::atomic<std::size_t>>;

/// Relation of a client's calls to each other.
enum class calls_are : std::uint8_t {
    in_order,   // they share a connection, or change something: another may do harm beside one
    independent // each has a connection of its own and can be made again
};

/// Home thread. Calls follow one another. A call that does not return in time is left behind. Two
/// in a row mean that the client is stuck: the next call goes to a new thread. Where calls are
/// independent, one that holds the thread is enough; where they are not, it has the time of the
/// next one to end as well. While `stuck_limit` calls that were left behind have not ended, no
/// other one is begun, so that no more threads than that are ever stuck (libimobiledevice ends its
/// calls by itself, after 30 s).
class blocking_client {
public:
    static constexpr std::size_t stuck_limit = 4;

    blocking_client(boost::asio::any_io_executor home,
                    call_count under_way,
                    calls_are related = calls_are::in_order)
        : home_(std::move(home)), under_way_(std::move(under_way)), related_(related),
          worker_(make_worker())
    {
    }

    /// The value of `call`, or nothing when it has not returned within `limit`. The call owns what
    /// it uses; what it throws is thrown here.
    template <class Call>
    boost::asio::awaitable<std::optional<std::invoke_result_t<Call&>>>
    run(std::chrono::milliseconds limit, Call call)
    {
        if (*left_behind_ >= stuck_limit)
            co_return std::nullopt;
        const auto course = std::make_shared<course_of_call>(left_behind_);
        auto counted = [work = std::move(call), all = counted_in(under_way_), course,
                        end = course->noting_end()]() mutable {
            course->begin();
            return work();
        };
        left_unless_answered guard{course};
        auto worker = worker_; // outlives the wait, even when another call replaces it
        auto value = co_await async::with_timeout(limit, worker->run(std::move(counted)));
        guard.answered = value.has_value();
        if (worker == worker_) // else the thread that it waited for has been replaced already
            note(value.has_value(), course->holds_thread());
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

    /// State of a call: ended, or abandoned by its caller before that. Counts it among those that
    /// were left behind in between. Shared by the caller and the call.
    class course_of_call : public std::enable_shared_from_this<course_of_call> {
    public:
        explicit course_of_call(call_count left_behind) : left_behind_(std::move(left_behind)) {}

        /// The client's thread.
        void begin() { begun_ = true; }

        /// Begun, and not ended.
        bool holds_thread() const { return begun_ && reached_ != stage::ended; }

        /// Home thread, once.
        void leave()
        {
            ++*left_behind_; // first: the end takes back what has been counted
            if (reached_.exchange(stage::left) == stage::ended)
                --*left_behind_;
        }

        /// The call has ended, or was dropped, when the last copy of this is destroyed. Any thread.
        std::shared_ptr<void> noting_end()
        {
            return {nullptr, [self = shared_from_this()](void*) { self->end(); }};
        }

    private:
        enum class stage : std::uint8_t { under_way, left, ended };

        void end()
        {
            if (reached_.exchange(stage::ended) == stage::left)
                --*left_behind_;
        }

        call_count left_behind_;
        std::atomic<bool> begun_ = false;
        std::atomic<stage> reached_ = stage::under_way;
    };

    struct left_unless_answered {
        std::shared_ptr<course_of_call> call;
        bool answered = false;
        ~left_unless_answered()
        {
            if (!answered)
                call->leave();
        }
    };

    std::shared_ptr<async::worker> make_worker() const
    {
        return std::make_shared<async::worker>(home_);
    }

    void note(bool returned, bool holds_thread)
    {
        abandoned_ = returned ? 0 : abandoned_ + 1;
        const int most = related_ == calls_are::independent && holds_thread ? 1 : 2;
        if (abandoned_ < most)
            return;
        abandoned_ = 0;
        worker_ = make_worker();
    }

    boost::asio::any_io_executor home_;
    call_count under_way_;
    calls_are related_;
    call_count left_behind_ = std::make_shared<std::atomic<std::size_t>>(0); // and not ended yet
    std::shared_ptr<async::worker> worker_;
    int abandoned_ = 0;
};

} // namespace thimble::device
