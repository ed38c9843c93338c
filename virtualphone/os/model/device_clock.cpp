#include "virtualphone/os/model/device_clock.hpp"

#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/use_awaitable.hpp>

#include <algorithm>

namespace thimble::virtualphone {
namespace asio = boost::asio;

device_clock::device_clock(double factor)
    : factor_(std::max(factor, 0.0)), start_(std::chrono::steady_clock::now())
{
}

milliseconds device_clock::now() const
{
    return milliseconds(std::chrono::steady_clock::now() - start_) + skipped_;
}

asio::awaitable<void> device_clock::sleep(milliseconds length)
{
    // The end is a point on the phone's clock: two sleeps side by side skip the same stretch once.
    const auto end = now() + std::max(length, milliseconds(0));
    const auto wait = std::chrono::duration_cast<std::chrono::steady_clock::duration>(
        std::max(length, milliseconds(0)) * factor_);
    const auto executor = co_await asio::this_coro::executor;
    if (wait.count() > 0) {
        asio::steady_timer timer(executor, wait);
        co_await timer.async_wait(asio::use_awaitable);
    } else {
        co_await asio::post(executor, asio::use_awaitable);
    }
    skipped_ += std::max(end - now(), milliseconds(0));
}

} // namespace thimble::virtualphone
