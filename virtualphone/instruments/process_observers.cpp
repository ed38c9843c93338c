#include "virtualphone/instruments/process_observers.hpp"

#include "virtualphone/coredevice/app_processes.hpp"

#include <boost/asio/as_tuple.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/use_awaitable.hpp>

namespace thimble::virtualphone::instruments {
namespace {

namespace asio = boost::asio;

constexpr std::chrono::milliseconds between_looks_at_process{100};
constexpr std::int64_t signal_of_killed = 9;

} // namespace

bool process_observers::take(const dtx::invocation& what)
{
    const bool begins = what.selector == "startObservingPid:";
    if (!begins && what.selector != "stopObservingPid:")
        return false;
    const auto process =
        what.arguments.empty() ? std::nullopt : dtx::integer_of(what.arguments.front());
    const auto host = host_.lock();
    if (!process || !host)
        return true;
    if (!begins)
        observed_.erase(*process);
    else if (observed_.size() < most_observed && observed_.insert(*process).second)
        asio::co_spawn(host->executor(), watch(*process, what.channel), asio::detached);
    return true;
}

asio::awaitable<void> process_observers::watch(std::int64_t process, std::int32_t channel)
{
    const auto alive = shared_from_this();
    asio::steady_timer timer(co_await asio::this_coro::executor);
    for (;;) {
        const auto host = host_.lock();
        if (!host || host->ended() || !observed_.contains(process))
            co_return;
        coredevice::look_for_processes(shared_, device_);
        if (!coredevice::app_of_process(shared_, process)) {
            observed_.erase(process);
            const auto code = shared_.tests.exit_code(process);
            host->tell(channel, "processWithPID:terminatedWithExitCode:orCrashingSignal:",
                       {dtx::object(process), code ? dtx::object(*code) : dtx::object(),
                        code ? dtx::object() : dtx::object(signal_of_killed)});
            co_return;
        }
        timer.expires_after(between_looks_at_process);
        co_await timer.async_wait(asio::as_tuple(asio::use_awaitable));
    }
}

} // namespace thimble::virtualphone::instruments
