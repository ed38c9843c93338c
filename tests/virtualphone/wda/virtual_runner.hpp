// A virtual phone with WebDriverAgent and no mux, for tests that talk to its ports.
#pragma once

#include "virtualphone/phone/phone.hpp"
#include "virtualphone/wda/web_driver_agent.hpp"

#include <boost/asio/io_context.hpp>

#include <functional>
#include <string>
#include <vector>

namespace thimble::virtualphone::tests {

/// One phone whose own waits take no real time unless `device_time` says so.
struct virtual_runner {
    explicit virtual_runner(const char* model = "iPhone 15 Pro",
                            double device_time = 0,
                            identity who = {"00008130-000000000000001A", "Test Phone", {}, false},
                            const char* ios = "18.5");

    /// The client's end of a new connection to a port; the port must be open.
    stream connect(std::uint16_t port);

    /// Runs until `done` is true; fails the test after 10 s.
    void run_until(const std::function<bool()>& done);

    /// Touch events of the log, as "down 10,20".
    std::vector<std::string> touches() const;

    boost::asio::io_context context{1};
    phone device;
    web_driver_agent agent;
};

} // namespace thimble::virtualphone::tests
