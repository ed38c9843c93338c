#include "virtualphone/services/notification_center.hpp"

#include <boost/asio/cancellation_signal.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/use_awaitable.hpp>

namespace thimble::virtualphone {

namespace asio = boost::asio;

notification_center::observer::observer(notification_center& of, asio::any_io_executor home)
    : center_(of), arrival_(std::move(home))
{
    center_.observers_.insert(this);
}

notification_center::observer::~observer()
{
    center_.observers_.erase(this);
}

void notification_center::observer::observe(const std::string& name)
{
    if (names_.size() < most_names)
        names_.insert(name);
}

void notification_center::observer::hear(std::string_view name)
{
    if (!names_.contains(name) || waiting_.size() >= most_waiting)
        return;
    waiting_.emplace_back(name);
    arrival_.cancel();
}

asio::awaitable<std::string> notification_center::observer::next()
{
    while (waiting_.empty()) {
        arrival_.expires_at(asio::steady_timer::time_point::max());
        boost::system::error_code woken;
        co_await arrival_.async_wait(asio::redirect_error(asio::use_awaitable, woken));
        const auto state = co_await asio::this_coro::cancellation_state;
        if (state.cancelled() != asio::cancellation_type::none)
            throw boost::system::system_error(asio::error::operation_aborted);
    }
    std::string name = std::move(waiting_.front());
    waiting_.pop_front();
    co_return name;
}

void notification_center::post(std::string_view name)
{
    for (observer* one : observers_)
        one->hear(name);
}

} // namespace thimble::virtualphone
