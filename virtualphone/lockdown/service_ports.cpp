#include "virtualphone/lockdown/service_ports.hpp"

#include <boost/asio/awaitable.hpp>

#include <utility>

namespace thimble::virtualphone {
namespace {

constexpr std::uint16_t first_ephemeral = 49152;
constexpr std::uint16_t last_ephemeral = 61999; // lockdown itself is at 62078

} // namespace

std::uint16_t service_ports::next_number()
{
    do {
        last_ = last_ < first_ephemeral || last_ >= last_ephemeral
                    ? first_ephemeral
                    : static_cast<std::uint16_t>(last_ + 1);
    } while (device_.ports.find(last_));
    return last_;
}

std::uint16_t service_ports::open(port_service service)
{
    if (waiting_.size() >= most_waiting)
        return 0;
    const std::uint16_t port = next_number();
    device_.ports.open(port, [this, port, service = std::move(service)](stream connection) {
        const port_service served = service; // the next line destroys this function
        close(port);
        return served(std::move(connection));
    });
    auto& timer = waiting_.try_emplace(port, home_, lifetime).first->second;
    timer.async_wait([this, port](boost::system::error_code cancelled) {
        if (!cancelled)
            close(port);
    });
    return port;
}

void service_ports::close(std::uint16_t port)
{
    device_.ports.close(port);
    waiting_.erase(port);
}

void service_ports::close_all()
{
    for (const auto& [port, timer] : waiting_)
        device_.ports.close(port);
    waiting_.clear();
}

} // namespace thimble::virtualphone
