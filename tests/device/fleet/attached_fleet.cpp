#include "tests/device/fleet/attached_fleet.hpp"

#include <spdlog/sinks/null_sink.h>

#include <algorithm>
#include <csignal>
#include <cstdlib>

namespace thimble::tests {
namespace {

constexpr std::chrono::seconds on_a_busy_machine{60}; // what comes at once on a quiet one

std::shared_ptr<spdlog::logger> silent_log()
{
    return std::make_shared<spdlog::logger>("device",
                                            std::make_shared<spdlog::sinks::null_sink_mt>());
}

} // namespace

attached_fleet::attached_fleet(const e2e::virtual_phones& world, device::fleet_options options)
{
    std::signal(SIGPIPE, SIG_IGN); // as every program has to that uses libimobiledevice
    const auto address = "UNIX:" + world.socket().string();
    ::setenv("USBMUXD_SOCKET_ADDRESS", address.c_str(), 1); // NOLINT(concurrency-mt-unsafe)
    options.on_change = [this, tell = options.on_change](const auto& changed) {
        ++changes_;
        if (tell)
            tell(changed);
    };
    fleet_ =
        std::make_unique<device::fleet>(context_.get_executor(), std::move(options), silent_log());
    boost::asio::co_spawn(context_, fleet_->run(),
                          boost::asio::bind_cancellation_slot(
                              stop_.slot(), [this](const std::exception_ptr&) { ended_ = true; }));
}

/// Everything ends by itself once the fleet has been told to. Blocking calls are waited for: the
/// process must not end under them.
attached_fleet::~attached_fleet()
{
    stop_.emit(boost::asio::cancellation_type::terminal);
    until(std::chrono::seconds(5), [this] { return ended_; });
    until(std::chrono::seconds(40), [this] { return fleet_->stuck_calls() == 0; });
    fleet_.reset();
    context_.run_for(std::chrono::seconds(5));
}

// Nothing here tests that a wait is short, or that a thing does not come.
bool attached_fleet::until(std::chrono::milliseconds limit, const std::function<bool()>& condition)
{
    const auto wait = std::max<std::chrono::milliseconds>(limit, on_a_busy_machine);
    const auto deadline = std::chrono::steady_clock::now() + wait * e2e::slowdown();
    while (!condition()) {
        if (std::chrono::steady_clock::now() > deadline)
            return false;
        context_.restart();
        context_.run_one_for(std::chrono::milliseconds(20));
    }
    return true;
}

std::shared_ptr<device::phone> attached_fleet::phone(const e2e::virtual_phone& which) const
{
    return fleet_->find(which.udid());
}

std::string attached_fleet::state(const e2e::virtual_phone& which) const
{
    const auto found = phone(which);
    if (!found)
        return "DETACHED";
    return found->blockers().empty() ? "" : std::string(to_string(found->blockers().front().code));
}

bool attached_fleet::until_state(const e2e::virtual_phone& which,
                                 const std::string& wanted,
                                 std::chrono::milliseconds limit)
{
    return until(limit, [&] { return state(which) == wanted; });
}

bool attached_fleet::until_frames(const e2e::virtual_phone& which)
{
    return until(std::chrono::seconds(10), [&] {
        const auto found = phone(which);
        return found && found->frames() != nullptr;
    });
}

device::result<device::captured_frame> attached_fleet::capture(const e2e::virtual_phone& which)
{
    const auto found = phone(which);
    REQUIRE(found->frames() != nullptr);
    return run_until_done(context_, found->frames()->capture());
}

device::result<void> attached_fleet::play(const e2e::virtual_phone& which, gesture::touch_path path)
{
    const auto found = phone(which);
    REQUIRE(found->touches() != nullptr);
    const auto interface = found->facts().interface.value();
    return run_until_done(context_, found->touches()->play(std::move(path), interface));
}

device::result<void> attached_fleet::press_home(const e2e::virtual_phone& which)
{
    const auto found = phone(which);
    REQUIRE(found->buttons() != nullptr);
    return run_until_done(context_, found->buttons()->press(device::button::home));
}

} // namespace thimble::tests
