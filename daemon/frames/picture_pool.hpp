// Work on pictures, off the home thread.
#pragma once

#include "async/one_shot_channel.hpp"

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/awaitable.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/thread_pool.hpp>

#include <memory>
#include <type_traits>
#include <utility>

namespace thimble::daemon {

/// As many threads as there are cores, for work that computes and never waits. Its destructor waits
/// for work under way, which is short.
class picture_pool {
public:
    explicit picture_pool(boost::asio::any_io_executor home);

    /// The value of `work()`, which must not throw, owns what it uses, and gives something default
    /// constructible. Called on the home thread, resumes there; a cancelled caller leaves at once.
    template <class Work>
    boost::asio::awaitable<std::invoke_result_t<Work&>> run(Work work)
    {
        using answer = std::invoke_result_t<Work&>;
        auto box = std::make_shared<async::one_shot_channel<answer>>();
        boost::asio::post(threads_,
                          [box, work = std::move(work)]() mutable { box->deliver(work()); });
        co_return co_await box->receive(home_);
    }

private:
    boost::asio::any_io_executor home_;
    boost::asio::thread_pool threads_;
};

} // namespace thimble::daemon
