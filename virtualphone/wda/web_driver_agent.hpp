// WebDriverAgent on a virtual phone: commands over HTTP on port 8100, the picture stream on 9100.
#pragma once

#include "virtualphone/phone/phone.hpp"

#include <boost/asio/any_io_executor.hpp>

#include <cstdint>
#include <memory>

namespace thimble::virtualphone {

/// Opens its ports on the phone when made, as far as phone.runner lets it, and closes them when
/// destroyed. The phone outlives it. Home thread only.
class web_driver_agent {
public:
    static constexpr std::uint16_t command_port = 8100;
    static constexpr std::uint16_t picture_port = 9100;

    web_driver_agent(boost::asio::any_io_executor home, phone& on);
    web_driver_agent(const web_driver_agent&) = delete;
    web_driver_agent& operator=(const web_driver_agent&) = delete;
    ~web_driver_agent();

    /// Sets phone.runner. `dead` closes the ports and drops every connection, and with them the
    /// session; `hung` leaves all of them silent until the runner is running again.
    void set_runner(runner state);

private:
    struct implementation;
    std::shared_ptr<implementation> self_;
};

} // namespace thimble::virtualphone
