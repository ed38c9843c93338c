#include "virtualphone/instruments/service_hub.hpp"

#include "virtualphone/instruments/process_observers.hpp"
#include "virtualphone/xctest/test_manager.hpp"

#include <boost/asio/awaitable.hpp>

namespace thimble::virtualphone::instruments {
namespace {

constexpr std::string_view services = "com.apple.instruments.server.services.";

} // namespace

dtx::channel_opener channels(phone& device, coredevice::shared_state& shared)
{
    return [&device, &shared](std::string_view identifier,
                              const std::shared_ptr<dtx::connection>& on) -> dtx::responder {
        if (!identifier.starts_with(services))
            return {};
        const std::string_view name = identifier.substr(services.size());
        if (name == "processcontrol")
            return [&device, &shared, home = on->executor(),
                    observers = std::make_shared<process_observers>(device, shared, on)](
                       const dtx::invocation& what) -> dtx::outcome {
                device.os.advance(device.clock.now());
                if (observers->take(what))
                    return dtx::object();
                return control_processes(device, shared, home, what);
            };
        if (name == "deviceinfo")
            return [&device, &shared](const dtx::invocation& what) {
                device.os.advance(device.clock.now());
                return tell_of_device(device, shared, what);
            };
        return {};
    };
}

boost::asio::awaitable<void>
serve_hub(std::unique_ptr<dtx::byte_line> line, phone& device, coredevice::shared_state& shared)
{
    const auto host =
        std::make_shared<dtx::connection>(std::move(line), xctest::service_capabilities(),
                                          channels(device, shared), device.faults, "instruments");
    co_await host->run();
}

} // namespace thimble::virtualphone::instruments
