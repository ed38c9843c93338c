// A thread for one client that blocks; its callers may leave a stuck call behind.
#pragma once

#include "async/mailbox.hpp"

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/awaitable.hpp>

#include <chrono>
#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <type_traits>
#include <utility>

namespace thimble::async {

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

    /// The value of `call()`, which must not throw and whose result is default constructible.
    template <class Call>
    boost::asio::awaitable<std::invoke_result_t<Call&>> run(Call call)
    {
        using answer = std::invoke_result_t<Call&>;
        auto box = std::make_shared<mailbox<answer>>();
        enqueue([box, work = std::make_shared<Call>(std::move(call))] { box->deliver((*work)()); });
        co_return co_await box->receive(home_);
    }

    /// The same; nothing when the value has not come within `limit`: the call is left behind then.
    template <class Call>
    boost::asio::awaitable<std::optional<std::invoke_result_t<Call&>>>
    run_within(std::chrono::steady_clock::duration limit, Call call)
    {
        using answer = std::invoke_result_t<Call&>;
        const auto deadline = std::chrono::steady_clock::now() + limit;
        auto box = std::make_shared<mailbox<answer>>();
        enqueue([box, work = std::make_shared<Call>(std::move(call))] { box->deliver((*work)()); });
        co_return co_await box->receive_until(deadline, home_);
    }

    /// Queues a call that nobody waits for. Must not throw.
    void enqueue(std::function<void()> call);

    /// Calls that are queued or under way, those that nobody waits for any more included.
    std::size_t calls() const;

private:
    struct shared_state;

    boost::asio::any_io_executor home_;
    std::shared_ptr<shared_state> state_;
};

} // namespace thimble::async
