#include "virtualphone/services/developer_services.hpp"

#include "virtualphone/instruments/service_hub.hpp"
#include "virtualphone/services/services.hpp"
#include "virtualphone/xctest/test_manager.hpp"

#include <boost/asio/awaitable.hpp>

namespace thimble::virtualphone {

namespace asio = boost::asio;

tunnel::stream_service
developer_service_named(std::string_view name, phone& device, service_state& shared)
{
    if (name == "com.apple.instruments.dtservicehub" && !device.faults.take_refusal("instruments"))
        return [&device, &shared](tunnel::tunnel_stream host) {
            return instruments::serve_hub(dtx::line_over(std::move(host)), device,
                                          shared.core_device);
        };
    if (name == "com.apple.dt.testmanagerd.remote" && !device.faults.take_refusal("testmanagerd"))
        return [&device, &shared](tunnel::tunnel_stream host) {
            return xctest::serve_test_manager(dtx::line_over(std::move(host)), device,
                                              shared.core_device.tests);
        };
    return {};
}

asio::awaitable<void> serve_instruments(service_session& session)
{
    co_await instruments::serve_hub(dtx::line_over(session.connection), session.device,
                                    session.shared.core_device);
}

asio::awaitable<void> serve_testmanagerd(service_session& session)
{
    co_await xctest::serve_test_manager(dtx::line_over(session.connection), session.device,
                                        session.shared.core_device.tests);
}

} // namespace thimble::virtualphone
