// One value on its way from a thread to a coroutine that may have gone meanwhile.
#pragma once

#include "async/signal.hpp"

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/awaitable.hpp>
#include <boost/asio/post.hpp>

#include <chrono>
#include <memory>
#include <mutex>
#include <optional>
#include <utility>

namespace thimble::async {

/// Made by std::make_shared; the two sides share it. It owns nothing of an io_context, so whoever
/// lets go of it last may be the thread, even after the io_context has ended.
template <class Value>
class one_shot_channel : public std::enable_shared_from_this<one_shot_channel<Value>> {
public:
    /// Any thread, once. A value that nobody waits for any more is dropped with the
    /// one_shot_channel.
    void deliver(Value value)
    {
        const std::scoped_lock lock(mutex_);
        value_ = std::move(value);
        if (receiver_ != nullptr) // which keeps the io_context alive, while the lock is held
            boost::asio::post(receiver_->home, [self = this->shared_from_this()] { self->wake(); });
    }

    using time = std::chrono::steady_clock::time_point;

    /// Home thread, once. Ends with operation_aborted when the coroutine is cancelled.
    boost::asio::awaitable<Value> receive(boost::asio::any_io_executor home)
    {
        co_return std::move(*co_await receive_until(time::max(), std::move(home)));
    }

    /// The same; nothing when the value has not come by `deadline`.
    boost::asio::awaitable<std::optional<Value>> receive_until(time deadline,
                                                               boost::asio::any_io_executor home)
    {
        receiver self(*this, deadline, std::move(home));
        while (!has_value()) {
            if (time::clock::now() >= deadline)
                co_return std::nullopt;
            co_await self.delivered.wait();
        }
        co_return std::move(value_);
    }

private:
    struct receiver {
        receiver(one_shot_channel& of, time deadline, boost::asio::any_io_executor executor)
            : box(of), home(std::move(executor)), delivered(home, deadline)
        {
            const std::scoped_lock lock(box.mutex_);
            box.receiver_ = this;
        }
        receiver(const receiver&) = delete;
        receiver& operator=(const receiver&) = delete;
        ~receiver()
        {
            const std::scoped_lock lock(box.mutex_);
            box.receiver_ = nullptr;
        }

        one_shot_channel& box;
        boost::asio::any_io_executor home;
        signal delivered;
    };

    bool has_value()
    {
        const std::scoped_lock lock(mutex_);
        return value_.has_value();
    }

    void wake()
    {
        const std::scoped_lock lock(mutex_);
        if (receiver_ != nullptr)
            receiver_->delivered.notify_all();
    }

    std::mutex mutex_;
    std::optional<Value> value_;
    receiver* receiver_ = nullptr;
};

} // namespace thimble::async
