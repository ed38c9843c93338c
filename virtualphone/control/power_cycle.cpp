#include "virtualphone/control/power_cycle.hpp"

namespace thimble::virtualphone {

boost::asio::awaitable<void> power_cycle(controlled_phone which, world& around)
{
    constexpr milliseconds away{1500};
    phone& device = *which.device;
    const bool was_plugged = device.plugged;
    around.unplug(device);
    which.agent->set_runner(runner::dead);
    device.restarted();
    device.os.reboot(device.clock.now());
    co_await device.clock.sleep(away);
    device.os.advance(device.clock.now());
    if (was_plugged)
        around.plug(device);
}

} // namespace thimble::virtualphone
