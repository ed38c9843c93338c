// A thread for one client that blocks; its callers may leave a stuck call behind.
#pragma once

#include "async/one_shot_channel.hpp"

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/awaitable.hpp>

#include <chrono>
#include <cstddef>
#include <exception>
#include <expected>
#include <functional>
#include <memory>
#include <optional>
#include <type_traits>
#include <utility>

namespace thimble::async {

/// Where a call waits for its turn.
enum class queue_end : bool { back, front };

/// Runs blocking calls one after another on a thread of its own, started by the first call.
///
/// run() is called on the home thread and resumes there. When its coroutine is cancelled it returns
/// at once; the call goes on unobserved and later calls queue behind it. Nothing joins the thread:
/// it shares ownership of all it touches, ends after its present call once the worker is gone, and
/// a call that never returns is left to the end of the process. Calls must therefore own what they
/// use (capture shared_ptr or values, never references to the caller).
class worker {
public:
    explicit worker(boost::asio::any_io_executor home);
    worker(const worker&) = delete;
    worker& operator=(const worker&) = delete;
    ~worker();

    /// The value of `call()`. Its exceptions are thrown here, and so is std::system_error when the
    /// thread cannot be started; the call is dropped then, and the next one tries again.
    template <class Call>
    boost::asio::awaitable<std::invoke_result_t<Call&>> run(Call call)
    {
        const auto box = post(std::move(call));
        co_return value_of(co_await box->receive(home_));
    }

    /// The same; nothing when the value has not come within `limit`: the call is left behind then.
    /// At the front of the queue, it comes before all that wait already.
    template <class Call>
    boost::asio::awaitable<std::optional<std::invoke_result_t<Call&>>> run_within(
        std::chrono::steady_clock::duration limit, Call call, queue_end where = queue_end::back)
    {
        const auto deadline = std::chrono::steady_clock::now() + limit;
        const auto box = post(std::move(call), where);
        auto outcome = co_await box->receive_until(deadline, home_);
        if (!outcome)
            co_return std::nullopt;
        co_return value_of(std::move(*outcome));
    }

    /// Queues a call that nobody waits for and that must not throw. While the thread cannot be
    /// started the call stays queued.
    void enqueue(std::function<void()> call);

    /// Calls that are queued or under way, those that nobody waits for any more included.
    std::size_t calls() const;

private:
    struct shared_state;

    template <class Value>
    using outcome = std::expected<Value, std::exception_ptr>;

    template <class Value>
    static Value value_of(outcome<Value> from)
    {
        if (!from)
            std::rethrow_exception(from.error());
        return std::move(*from);
    }

    /// Worker thread.
    template <class Call>
    static outcome<std::invoke_result_t<Call&>> outcome_of(Call& call)
    {
        using made = outcome<std::invoke_result_t<Call&>>;
        try {
            return made(std::in_place, call());
        } catch (...) {
            return made(std::unexpect, std::current_exception());
        }
    }

    /// Queues the call; where its outcome will be.
    template <class Call>
    auto post(Call call, queue_end where = queue_end::back)
    {
        auto box = std::make_shared<one_shot_channel<outcome<std::invoke_result_t<Call&>>>>();
        submit([box, work = std::make_shared<Call>(
                         std::move(call))] { box->deliver(outcome_of(*work)); },
               where);
        return box;
    }

    /// Throws std::system_error when the thread cannot be started; the call is not queued then.
    void submit(std::function<void()> call, queue_end where);
    void start_thread();

    boost::asio::any_io_executor home_;
    std::shared_ptr<shared_state> state_;
};

} // namespace thimble::async
