#include "device/wda/alert_watch.hpp"

namespace thimble::device::wda {

boost::asio::awaitable<result<std::optional<alert>>> alert_watch::read()
{
    const auto before = known_;
    auto found = co_await look();
    if (known_ != before)
        runner_.options.suspect();
    co_return found;
}

boost::asio::awaitable<result<std::optional<alert>>> alert_watch::look()
{
    const auto began = std::chrono::steady_clock::now();
    auto found = co_await reader_.read();
    runner_.alerts.asked(began); // a failure as well: the phone is not asked without pause
    if (found)
        known_ = *found;
    co_return found;
}

} // namespace thimble::device::wda
