#include "tests/virtualphone/coredevice/tunnelled_phone.hpp"

#include "device/lockdown/lockdown.hpp"

#include <csignal>
#include <cstdlib>

namespace thimble::tests {

tunnelled_phone::tunnelled_phone(const std::string& described) : world_({.phones = {described}})
{
    std::signal(SIGPIPE, SIG_IGN);
    const auto address = "UNIX:" + world_.socket().string();
    ::setenv("USBMUXD_SOCKET_ADDRESS", address.c_str(), 1); // NOLINT(concurrency-mt-unsafe)
    REQUIRE(device::read_lockdown(attachment(), device::lock_hint::none).trust ==
            device::trust_state::trusted);
}

device::result<void> tunnelled_phone::connect()
{
    services_.reset();
    tunnel_.reset();
    auto proxy = device::connect_core_device_proxy(attachment());
    if (!proxy)
        return std::unexpected(proxy.error());
    return ask(open(std::move(*proxy)));
}

boost::asio::awaitable<device::result<void>>
tunnelled_phone::open(device::tunnel::service_connection with)
{
    const auto limit = 10s * e2e::slowdown();
    auto link = co_await device::tunnel::start_tls(std::move(with), limit);
    if (!link)
        co_return std::unexpected(link.error());
    auto opened = co_await device::tunnel::phone_tunnel::open(std::move(*link));
    if (!opened)
        co_return std::unexpected(opened.error());
    tunnel_ = std::move(*opened);
    services_ = std::make_unique<device::coredevice::core_device>(
        context_.get_executor(), tunnel_->opener(),
        device::coredevice::core_device::options{.directory_port =
                                                     tunnel_->granted().directory_port,
                                                 .host = {device::coredevice::random_uuid()},
                                                 .recorder = recorder_});
    co_return co_await services_->read_directory(limit);
}

device::coredevice::core_device& tunnelled_phone::services()
{
    if (!services_) {
        const auto connected = connect();
        INFO((connected ? "" : connected.error().message + " " + connected.error().cause));
        REQUIRE(connected.has_value());
    }
    return *services_;
}

void tunnelled_phone::spoil(const std::string& service,
                            const std::string& kind,
                            int count,
                            int ms) const
{
    phone().make("fault", {{"service", service}, {"kind", kind}, {"count", count}, {"ms", ms}});
}

} // namespace thimble::tests
