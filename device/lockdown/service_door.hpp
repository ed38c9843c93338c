// A service of the phone that lockdownd starts, as a socket on which TLS can be begun. Included by
// .cpp files of this room only.
#pragma once

#include "device/tunnel/tls_link.hpp"
#include "device/usbmux/attached_devices.hpp"
#include "device/usbmux/handle.hpp"

#include <cstdint>
#include <expected>
#include <optional>
#include <string>

namespace thimble::device {

struct door_refusal {
    enum class step : std::uint8_t {
        phone,      // usbmuxd does not have it
        record,     // this computer has no pair record
        session,    // lockdownd begins no session
        service,    // or does not start the service
        connection, // which does not listen
        descriptor,
    };

    step at = step::phone;
    lockdownd_error_t said = LOCKDOWN_E_SUCCESS; // of session and service
};

/// Worker thread. One session with lockdownd, in which services are started.
class service_door {
public:
    static std::expected<service_door, door_refusal> open(const attachment& where);

    /// Has the phone start the service, and connects to it. TLS is left to the caller, since
    /// libimobiledevice's cannot be waited for.
    std::expected<tunnel::service_connection, door_refusal> connect(const std::string& service);

private:
    service_door(phone_handle phone, lockdown_client session, tunnel::tls_identity identity)
        : phone_(std::move(phone)), session_(std::move(session)), identity_(std::move(identity))
    {
    }

    phone_handle phone_;
    lockdown_client session_;
    tunnel::tls_identity identity_;
};

} // namespace thimble::device
