#include "device/wda/lock_switch.hpp"

namespace thimble::device::wda {
namespace {

constexpr std::chrono::seconds lock_limit{10}; // the runner itself waits 5 s for the lock
constexpr std::chrono::seconds wake_limit{15}; // two pauses of 1 s, then up to 5 s

/// The runner lights the screen, and complains when the lock screen is still there after a while:
/// that a passcode is asked for is for the caller to see.
bool says_still_locked(const failure& what)
{
    return what.what == problem::refused &&
           (what.cause == "timeout" || what.cause == "unknown error");
}

} // namespace

/// Whoever hears it may send the next action at once: all that depends on it is told before.
boost::asio::awaitable<result<bool>> lock_switch::locked()
{
    const auto before = runner_.locked;
    auto answer = co_await runner_.ask_locked(runner_.input);
    if (!answer)
        co_return std::unexpected(co_await runner_.explain(std::move(answer.error())));
    if (before != *answer)
        runner_.options.suspect();
    co_return answer;
}

boost::asio::awaitable<result<void>> lock_switch::lock()
{
    co_return co_await post("/wda/lock", lock_limit);
}

boost::asio::awaitable<result<void>> lock_switch::wake()
{
    auto woken = co_await post("/wda/unlock", wake_limit);
    if (!woken && says_still_locked(woken.error()))
        co_return result<void>{};
    co_return woken;
}

boost::asio::awaitable<result<void>> lock_switch::post(std::string_view route,
                                                       std::chrono::milliseconds limit)
{
    const input_under_way mark(runner_);
    auto answer =
        parse_envelope(co_await runner_.input.exchange(post_once(std::string(route), "{}", limit)));
    if (!answer)
        co_return std::unexpected(co_await runner_.explain(std::move(answer.error())));
    runner_.session.observe(answer->session_id);
    runner_.options.suspect(); // what stands in the way may have changed
    co_return result<void>{};
}

} // namespace thimble::device::wda
