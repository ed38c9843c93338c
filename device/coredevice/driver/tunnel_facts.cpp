#include "device/coredevice/driver/tunnel_facts.hpp"

#include "async/race.hpp"
#include "async/sleep.hpp"
#include "device/coredevice/service_names.hpp"
#include "device/coredevice/xpc_members.hpp"

#include <algorithm>
#include <utility>

namespace thimble::device::coredevice {
namespace {

constexpr std::chrono::seconds question_pause{3};
constexpr std::int64_t own_display = 1;

bool has_device_info(const core_device& of)
{
    return of.directory().find(service::device_info) != nullptr;
}

/// A push may leave out what has not changed.
display completed(display told, const display& before)
{
    if (told.native == display_size{})
        told.native = before.native;
    if (told.mode == display_size{})
        told.mode = before.mode;
    if (!told.point_scale)
        told.point_scale = before.point_scale;
    if (told.rotation.empty())
        told.rotation = before.rotation;
    if (!told.lit)
        told.lit = before.lit;
    return told;
}

/// The release of the phone does not tell, and will not while it runs.
bool never_answered(const failure& what)
{
    return what.what == problem::unsupported && what.cause != "service_missing";
}

} // namespace

boost::asio::awaitable<void> tunnel_facts::follow(core_device& of)
{
    passcode_required_.reset();
    co_await async::race(follow_display(of), follow_lock(of));
}

boost::asio::awaitable<void> tunnel_facts::follow_display(core_device& of)
{
    bool named = false;
    for (;;) {
        if (has_device_info(of)) {
            if (!std::exchange(named, true))
                co_await read_name(of);
            if (!panel_ || options_.alone())
                co_await look_at_display(of);
            if (pushes_displays(of.directory()))
                co_await follow_displays(of, [this](const auto& all) { take(all); });
        }
        co_await async::sleep_for(question_pause);
    }
}

boost::asio::awaitable<void> tunnel_facts::follow_lock(core_device& of)
{
    for (bool answered = true;; co_await async::sleep_for(question_pause)) {
        if (!answered || !options_.alone() || !tells_lock_state(of.directory()))
            continue;
        const auto state = co_await read_lock_state(of);
        if (!state)
            answered = !never_answered(state.error());
        else if (std::exchange(passcode_required_, state->passcode_required) !=
                 state->passcode_required)
            options_.lock_changed();
    }
}

boost::asio::awaitable<void> tunnel_facts::look_at_display(core_device& of)
{
    if (!has_device_info(of))
        co_return;
    const auto displays = co_await read_displays(of);
    if (displays)
        take(*displays);
}

boost::asio::awaitable<void> tunnel_facts::read_name(core_device& of)
{
    const auto told = co_await read_device_info(of);
    if (!told)
        co_return;
    auto name = xpc::text_member(*told, "marketingName");
    if (std::exchange(marketing_name_, name) != name)
        options_.changed();
}

void tunnel_facts::take(const std::vector<display>& all)
{
    const auto own = std::ranges::find(all, own_display, &display::id);
    if (own == all.end())
        return;
    if (!own->rotation.empty()) // a push of the backlight alone tells of no turn
        panel_told_at_ = clock::now();
    auto told = panel_ ? completed(*own, *panel_) : *own;
    if (panel_ == told)
        return;
    panel_ = std::move(told);
    options_.changed();
}

} // namespace thimble::device::coredevice
