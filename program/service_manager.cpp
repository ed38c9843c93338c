#include "program/service_manager.hpp"

#include "async/sleep.hpp"

#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <optional>
#include <string>

#ifdef THIMBLE_HAS_SYSTEMD
#include <systemd/sd-daemon.h>
#endif

namespace thimble::service {

namespace asio = boost::asio;

namespace {

/// Nothing depends on its arrival, so nobody asks.
void tell([[maybe_unused]] const std::string& assignments)
{
#ifdef THIMBLE_HAS_SYSTEMD
    sd_notify(0, assignments.c_str());
#endif
}

/// The silence after which the manager takes this process for hung.
std::optional<std::chrono::microseconds> watchdog_time()
{
#ifdef THIMBLE_HAS_SYSTEMD
    std::uint64_t microseconds = 0;
    if (sd_watchdog_enabled(0, &microseconds) > 0)
        return std::chrono::microseconds(microseconds);
#endif
    return std::nullopt;
}

} // namespace

void tell_ready()
{
    tell("READY=1");
}

void tell_reloading()
{
    // The manager compares the moment with when it sent its signal, by this very clock.
    const auto now = std::chrono::duration_cast<std::chrono::microseconds>(
        std::chrono::steady_clock::now().time_since_epoch());
    tell(fmt::format("RELOADING=1\nMONOTONIC_USEC={}", now.count()));
}

void tell_stopping()
{
    tell("STOPPING=1\nSTATUS=Ending");
}

void tell_status(std::string_view line)
{
    std::string status(line);
    std::ranges::replace(status, '\n', ' '); // after which another assignment would begin
    tell("STATUS=" + status);
}

asio::awaitable<void> notify_watchdog()
{
    const auto timeout = watchdog_time();
    for (;;) {
        if (timeout)
            tell("WATCHDOG=1");
        co_await async::sleep_until(timeout ? std::chrono::steady_clock::now() + *timeout / 2
                                            : std::chrono::steady_clock::time_point::max());
    }
}

} // namespace thimble::service
