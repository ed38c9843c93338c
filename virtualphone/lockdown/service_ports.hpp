// The ports that StartService hands out: for one connection, within a few seconds.
#pragma once

#include "virtualphone/phone/phone.hpp"

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/steady_timer.hpp>

#include <chrono>
#include <cstdint>
#include <map>

namespace thimble::virtualphone {

/// Home thread only; the phone outlives it.
class service_ports {
public:
    static constexpr std::chrono::seconds lifetime{10};
    static constexpr std::size_t most_waiting = 128;

    service_ports(boost::asio::any_io_executor home, phone& device)
        : home_(std::move(home)), device_(device)
    {
    }
    service_ports(const service_ports&) = delete;
    service_ports& operator=(const service_ports&) = delete;
    ~service_ports() { close_all(); }

    /// 0 when too many are waiting for their connection already.
    std::uint16_t open(port_service service);

    /// A number on which nobody listens.
    std::uint16_t closed_port() { return next_number(); }

    void close_all();

private:
    std::uint16_t next_number();
    void close(std::uint16_t port);

    boost::asio::any_io_executor home_;
    phone& device_;
    std::uint16_t last_ = 0;
    std::map<std::uint16_t, boost::asio::steady_timer> waiting_;
};

} // namespace thimble::virtualphone
