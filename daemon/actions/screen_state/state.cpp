#include "daemon/actions/screen_state/state.hpp"

#include <boost/asio/steady_timer.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/use_awaitable.hpp>

#include <algorithm>

namespace thimble::daemon {

namespace asio = boost::asio;

namespace {

constexpr std::chrono::milliseconds question_pause{100};

device::failure nobody_to_ask()
{
    return {.what = device::problem::unsupported,
            .message = "No driver of this phone can say whether it is locked.",
            .cause = {}};
}

} // namespace

asio::awaitable<void> pause_between_questions(std::chrono::steady_clock::duration took)
{
    const auto pause = std::max<std::chrono::steady_clock::duration>(question_pause, took);
    asio::steady_timer timer(co_await asio::this_coro::executor, pause);
    co_await timer.async_wait(asio::use_awaitable);
}

asio::awaitable<device::result<bool>> is_locked(device::phone& phone)
{
    auto* lock = phone.lock();
    if (lock == nullptr)
        co_return std::unexpected(nobody_to_ask());
    co_return co_await lock->locked();
}

bool is_untold_lock(const device::failure& why)
{
    return why.cause == device::lock_not_told;
}

asio::awaitable<device::result<bool>>
becomes_locked(device::phone& phone, bool wanted, std::chrono::milliseconds limit)
{
    const auto give_up = std::chrono::steady_clock::now() + limit;
    for (;;) {
        const auto now = co_await is_locked(phone);
        if (!now)
            co_return now;
        if (*now == wanted)
            co_return true;
        if (std::chrono::steady_clock::now() > give_up)
            co_return false;
        co_await pause_between_questions();
    }
}

asio::awaitable<std::optional<device::alert>> alert_in_front(device::phone& phone)
{
    auto* alerts = phone.alerts();
    if (alerts == nullptr)
        co_return std::nullopt;
    auto found = co_await alerts->read();
    co_return found ? std::move(*found) : std::nullopt;
}

asio::awaitable<std::optional<std::string>> app_in_front(device::phone& phone)
{
    auto* launcher = phone.launcher();
    if (launcher == nullptr)
        co_return std::nullopt;
    auto found = co_await launcher->in_front();
    co_return found ? std::optional(std::move(*found)) : std::nullopt;
}

} // namespace thimble::daemon
