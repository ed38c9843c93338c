#include "mcp/running_requests.hpp"

#include <boost/asio/bind_cancellation_slot.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/error.hpp>
#include <boost/asio/post.hpp>
#include <boost/system/system_error.hpp>

#include <ranges>
#include <utility>

namespace thimble::mcp {

namespace asio = boost::asio;

running_requests::running_requests(asio::any_io_executor home, failure_log on_failure)
    : home_(std::move(home)), on_failure_(std::move(on_failure)), ended_(home_)
{
}

void running_requests::begin(handle as, principal who, asio::awaitable<void> work)
{
    auto& one = running_[as];
    one.who = std::move(who);
    // Posted, because the cancellation signal must outlive this handler.
    const auto ended = [this, as](const std::exception_ptr& problem) {
        report(problem);
        asio::post(home_, [this, as] {
            running_.erase(as);
            ended_.notify_all();
        });
    };
    asio::co_spawn(home_, std::move(work), asio::bind_cancellation_slot(one.signal.slot(), ended));
}

void running_requests::cancel(handle which)
{
    if (const auto found = running_.find(which); found != running_.end())
        found->second.signal.emit(asio::cancellation_type::terminal);
}

void running_requests::cancel_where(const std::function<bool(const principal&)>& gone)
{
    for (auto& each : running_ | std::views::values)
        if (gone(each.who))
            each.signal.emit(asio::cancellation_type::terminal);
}

void running_requests::cancel_all()
{
    cancel_where([](const principal&) { return true; });
}

asio::awaitable<void> running_requests::until_empty()
{
    while (!running_.empty())
        co_await ended_.wait();
}

void running_requests::report(const std::exception_ptr& problem) const
{
    if (!problem)
        return;
    try {
        std::rethrow_exception(problem);
    } catch (const boost::system::system_error& error) {
        if (error.code() != asio::error::operation_aborted)
            on_failure_(problem);
    } catch (...) {
        on_failure_(problem);
    }
}

} // namespace thimble::mcp
