// Coroutines that run beside each other and end together.
#pragma once

#include "async/signal.hpp"

#include <boost/asio/bind_cancellation_slot.hpp>
#include <boost/asio/cancellation_signal.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/post.hpp>

#include <cstddef>
#include <exception>
#include <functional>
#include <list>
#include <utility>

namespace thimble::async {

/// Home thread. Outlives its tasks (or the io_context no longer runs): cancel() and until_empty()
/// come before its end.
class task_group {
public:
    /// `on_failure` hears of every exception but a cancellation's.
    task_group(boost::asio::any_io_executor home,
               std::function<void(const std::exception_ptr&)> on_failure)
        : home_(std::move(home)), on_failure_(std::move(on_failure)), ended_(home_)
    {
    }
    task_group(const task_group&) = delete;
    task_group& operator=(const task_group&) = delete;

    void spawn(boost::asio::awaitable<void> work)
    {
        const auto self = tasks_.emplace(tasks_.end());
        const auto forget = [this, self] {
            tasks_.erase(self);
            ended_.notify_all();
        };
        // Posted, because the cancellation signal must outlive this handler.
        const auto ended = [this, forget](const std::exception_ptr& problem) {
            report(problem);
            boost::asio::post(home_, forget);
        };
        boost::asio::co_spawn(home_, std::move(work),
                              boost::asio::bind_cancellation_slot(self->slot(), ended));
    }

    void cancel()
    {
        for (auto& task : tasks_)
            task.emit(boost::asio::cancellation_type::terminal);
    }

    /// True, once fewer tasks than `count` are left.
    boost::asio::awaitable<bool> until_fewer_than(std::size_t count)
    {
        while (tasks_.size() >= count)
            co_await ended_.wait();
        co_return true;
    }

    /// True, once no task is left.
    boost::asio::awaitable<bool> until_empty() { return until_fewer_than(1); }

    std::size_t size() const noexcept { return tasks_.size(); }

private:
    void report(const std::exception_ptr& problem) const
    {
        if (!problem)
            return;
        try {
            std::rethrow_exception(problem);
        } catch (const boost::system::system_error& error) {
            if (error.code() != boost::asio::error::operation_aborted)
                on_failure_(problem);
        } catch (...) {
            on_failure_(problem);
        }
    }

    boost::asio::any_io_executor home_;
    std::function<void(const std::exception_ptr&)> on_failure_;
    std::list<boost::asio::cancellation_signal> tasks_;
    signal ended_;
};

} // namespace thimble::async
