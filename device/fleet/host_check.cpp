#include "device/fleet/host_check.hpp"

#include <usbmuxd.h>
#include <utility>

namespace thimble::device {
namespace {

constexpr std::chrono::seconds look_limit{5};
constexpr int looks_until_missing = 3;

blocker make(blocker_code code, std::string message, std::string remedy)
{
    return {.code = code, .message = std::move(message), .remedy = std::move(remedy), .since = {}};
}

blocker not_running()
{
    return make(blocker_code::usbmuxd_not_running, "usbmuxd does not answer.",
#ifdef __APPLE__
                "Restart the Mac; usbmuxd is part of macOS."
#else
                "Start it with `systemctl start usbmuxd`, or install the package usbmuxd and plug "
                "the phone in again."
#endif
    );
}

blocker forbidden()
{
    return make(blocker_code::usb_permission, "A phone is on USB, and usbmuxd may not open it.",
                "Install usbmuxd's udev rules (package usbmuxd), then plug the phone in again.");
}

blocker not_taken()
{
    return make(blocker_code::usbmuxd_not_running,
                "A phone is on USB, and usbmuxd does not have it.",
#ifdef __APPLE__
                "Allow the Mac's question about the accessory, if there is one; unlock the phone, "
                "unplug it, and plug it in again."
#else
                "Unlock the phone, unplug it, and plug it in again."
#endif
    );
}

} // namespace

mux_census system_mux_census()
{
    return []() -> std::optional<int> {
        usbmuxd_device_info_t* list = nullptr;
        const int count = usbmuxd_get_device_list(&list);
        if (count < 0)
            return std::nullopt;
        int by_usb = 0;
        for (int i = 0; i < count; ++i)
            by_usb += list[i].conn_type == CONNECTION_TYPE_USB ? 1 : 0;
        usbmuxd_device_list_free(&list);
        return by_usb;
    };
}

host_check::host_check(boost::asio::any_io_executor home, call_count under_way, options how)
    : calls_(std::move(home), std::move(under_way)), how_(std::move(how))
{
}

host_check::report host_check::take(const options& how, usb_bus::look depth)
{
    return {.at_mux = how.census(), .on_usb = how.bus->find(depth)};
}

boost::asio::awaitable<void> host_check::look()
{
    const auto depth = looks_missing_ > 0 ? usb_bus::look::count_and_open : usb_bus::look::count;
    const auto seen =
        co_await calls_.run(look_limit, [how = how_, depth] { return take(how, depth); });
    if (!seen)
        co_return;
    looks_missing_ = seen->on_usb.attached > seen->at_mux.value_or(0) ? looks_missing_ + 1 : 0;
    auto found = judge(*seen);
    if (!found)
        co_return blockers_.clear();
    const bool stays = !blockers_.empty() && blockers_.front().message == found->message;
    found->since = stays ? blockers_.front().since : std::chrono::system_clock::now();
    blockers_ = {std::move(*found)};
}

/// On Linux usbmuxd ends with the last phone: without a phone on USB its silence means nothing.
std::optional<blocker> host_check::judge(const report& seen) const
{
    if (!seen.at_mux)
        return how_.mux_named || seen.on_usb.attached > 0 ? std::optional(not_running())
                                                          : std::nullopt;
    if (looks_missing_ < looks_until_missing)
        return std::nullopt;
    return seen.on_usb.forbidden > 0 ? forbidden() : not_taken();
}

} // namespace thimble::device
