#include "virtualphone/program/usb_world.hpp"

#include "virtualphone/control/power_cycle.hpp"

#include <boost/asio/awaitable.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>

namespace thimble::virtualphone {

namespace asio = boost::asio;

struct usb_world::running_phone {
    running_phone(const asio::any_io_executor& home,
                  const phone_description& described,
                  double device_time)
        : device(*described.hardware, *described.ios, identity_of(described), device_time),
          lockdown(home, device), agent(home, device)
    {
        device.trust = described.trust;
        device.agent = described.agent;
        device.automation = described.automation;
        device.runner_has_frameworks = described.runner_has_frameworks;
        device.developer_mode = described.developer_mode;
        device.trusts_developers = described.trusts_developers;
        device.developer_image_mounted = described.developer_image;
        device.image_of_xcode_27 = described.image_of_xcode_27;
        agent.set_runner(described.runner);
    }

    phone device;
    lockdown_service lockdown;
    web_driver_agent agent;
};

usb_world::usb_world(asio::any_io_executor home,
                     std::string mux_address,
                     std::shared_ptr<spdlog::logger> log)
    : home_(home), log_(log), mux_(std::move(home), std::move(mux_address), std::move(log))
{
}

usb_world::~usb_world() = default;

void usb_world::add(const phone_description& described,
                    double device_time,
                    const wda::runner_times& times)
{
    auto& added =
        *phones_.emplace_back(std::make_unique<running_phone>(home_, described, device_time));
    added.device.times = times;
    added.lockdown.prepare();
    added.lockdown.on_restart([this, &added] { restart(added); });
    mux_.attach(added.device);
}

std::vector<controlled_phone> usb_world::phones() const
{
    std::vector<controlled_phone> all;
    all.reserve(phones_.size());
    for (const auto& one : phones_)
        all.push_back({&one->device, &one->agent});
    return all;
}

void usb_world::stop()
{
    mux_.stop();
    for (const auto& one : phones_)
        one->lockdown.stop();
}

void usb_world::plug(phone& which)
{
    which.plugged = true;
    mux_.attach(which);
}

void usb_world::unplug(phone& which)
{
    which.plugged = false;
    mux_.detach(which);
}

void usb_world::set_trust(phone& which, trust answer)
{
    which.trust = answer;
    for (const auto& one : phones_)
        if (&one->device == &which)
            one->lockdown.trust_changed();
}

void usb_world::stop_mux()
{
    mux_.stop();
}

void usb_world::start_mux()
{
    if (const auto started = mux_.start(); !started)
        log_->error("usbmuxd does not come back: {}", started.error());
}

void usb_world::restart(running_phone& which)
{
    asio::co_spawn(home_, power_cycle({&which.device, &which.agent}, *this), asio::detached);
}

} // namespace thimble::virtualphone
