// A virtual phone in a process of its own, and the real host's side that reaches it by a tunnel.
#pragma once

#include "device/coredevice/core_device.hpp"
#include "device/lockdown/core_device_proxy.hpp"
#include "device/tunnel/phone_tunnel.hpp"
#include "tests/device/run_until_done.hpp"
#include "tests/e2e/eventually.hpp"
#include "tests/e2e/virtual_phones.hpp"

#include <memory>
#include <string>

namespace thimble::tests {

using namespace std::chrono_literals;

class tunnelled_phone {
public:
    /// Paired. The environment says where it is from then on.
    explicit tunnelled_phone(const std::string& described);

    /// Opens a tunnel and reads the directory; the failure when that cannot be done.
    device::result<void> connect();

    /// The tunnel is there; ends the test otherwise.
    device::coredevice::core_device& services();

    /// Answer to a question to the host's side.
    template <class Value>
    Value ask(boost::asio::awaitable<Value> question)
    {
        return run_until_done(context_, std::move(question));
    }

    /// Of the host's side, for tunnels that are opened from then on.
    void record(std::shared_ptr<device::coredevice::service_recorder> by)
    {
        recorder_ = std::move(by);
    }

    /// A fault of the phone, switched on.
    void
    spoil(const std::string& service, const std::string& kind, int count = 1, int ms = 0) const;

    e2e::virtual_phone phone() const { return world_.at(0); }
    boost::asio::io_context& context() { return context_; }
    device::tunnel::phone_tunnel& tunnel() { return *tunnel_; }
    device::attachment attachment() const { return {.udid = phone().udid()}; }

private:
    boost::asio::awaitable<device::result<void>> open(device::tunnel::service_connection with);

    e2e::virtual_phones world_;
    boost::asio::io_context context_{1};
    std::shared_ptr<device::coredevice::service_recorder> recorder_; // or nullptr
    std::unique_ptr<device::tunnel::phone_tunnel> tunnel_;
    std::unique_ptr<device::coredevice::core_device> services_;
};

} // namespace thimble::tests
