// lockdownd: who may talk to a phone, what it says of itself, and which services it starts.
#pragma once

#include "virtualphone/lockdown/device_values.hpp"
#include "virtualphone/lockdown/service_ports.hpp"
#include "virtualphone/lockdown/trust_dialog.hpp"
#include "virtualphone/lockdown/trusted_hosts.hpp"
#include "virtualphone/services/service_session.hpp"

#include <boost/asio/any_io_executor.hpp>

namespace thimble::virtualphone {

/// Everything of one phone that its lockdown connections share.
struct lockdown_state {
    lockdown_state(boost::asio::any_io_executor home, phone& of)
        : device(of), values(of, key), dialog(of), ports(std::move(home), of)
    {
    }

    phone& device;
    device_key key;
    device_values values;
    trusted_hosts hosts;
    trust_dialog dialog;
    service_ports ports;
    service_state services;
};

/// Opens its port on the phone when made. The phone outlives it, and it the connections. Home
/// thread only.
class lockdown_service {
public:
    static constexpr std::uint16_t port = 62078;

    lockdown_service(boost::asio::any_io_executor home, phone& on);
    lockdown_service(const lockdown_service&) = delete;
    lockdown_service& operator=(const lockdown_service&) = delete;
    ~lockdown_service();

    /// Makes the phone's key ahead of the first host that asks for it.
    void prepare() { state_.key.prepare(); }

    /// The key that the phone had before, in PEM; false where the text is none.
    bool take_key(const std::string& pem) { return state_.key.take(pem); }

    /// Trusts the host of a pair record that was made of this key; false where it is none.
    bool trust_host_of(plist::byte_view record);

    /// phone.trust has changed; `ask` forgets every trusted host.
    void trust_changed();

    /// Sets how diagnostics_relay restarts the phone.
    void on_restart(std::function<void()> restart) { state_.services.restart = std::move(restart); }

    /// Withdraws the ports that wait for a connection, and with them their timers; ends a runner
    /// that a host has started.
    void stop()
    {
        state_.ports.close_all();
        if (auto* const started = state_.services.core_device.tests.runner())
            started->kill();
    }

private:
    lockdown_state state_;
};

} // namespace thimble::virtualphone
