#include "device/lockdown/core_device_proxy.hpp"

#include "async/high_descriptor.hpp"
#include "device/plist/property_list.hpp"
#include "device/usbmux/client_label.hpp"
#include "device/usbmux/handle.hpp"

#include <libimobiledevice/lockdown.h>

#include <fcntl.h>
#include <usbmuxd.h>

namespace thimble::device {
namespace {

constexpr const char* proxy_name = "com.apple.internal.devicecompute.CoreDeviceProxy";
constexpr std::size_t largest_pair_record = 1U << 20; // bytes

using proxy_descriptor = owned<lockdownd_service_descriptor_t, lockdownd_service_descriptor_free>;
using connection_handle = owned<idevice_connection_t, idevice_disconnect>;

failure no_proxy(std::string message, std::string cause)
{
    return {.what = problem::refused, .message = std::move(message), .cause = std::move(cause)};
}

failure no_proxy_for(lockdownd_error_t why)
{
    switch (why) {
    case LOCKDOWN_E_INVALID_SERVICE:
        return {.what = problem::unsupported,
                .message = "The phone has no tunnel; iOS 17.4 and later have one.",
                .cause = std::string(no_tunnel_service)};
    case LOCKDOWN_E_PASSWORD_PROTECTED:
    case LOCKDOWN_E_ESCROW_LOCKED:
        return {.what = problem::not_ready,
                .message = "The phone has to be unlocked once before a tunnel can be opened.",
                .cause = "passcode_locked"};
    default:
        return no_proxy("The phone did not start its tunnel service.", "tunnel_refused");
    }
}

std::optional<tunnel::tls_identity> identity_for(const std::string& udid)
{
    c_string record;
    std::uint32_t size = 0;
    // A statement of its own: the record is there only once the temporary has gone.
    const int failed = usbmuxd_read_pair_record(udid.c_str(), adopt(record), &size);
    if (failed != 0 || !record)
        return std::nullopt;
    return identity_in(record.get(), size);
}

/// A descriptor of our own; libimobiledevice closes its one.
tunnel::owned_descriptor socket_of(idevice_connection_t connection)
{
    int descriptor = -1;
    if (idevice_connection_get_fd(connection, &descriptor) != IDEVICE_E_SUCCESS)
        return {};
    const int ours = ::fcntl(descriptor, F_DUPFD_CLOEXEC, 0);
    return tunnel::owned_descriptor(ours < 0 ? ours : async::high_descriptor(ours));
}

} // namespace

std::optional<tunnel::tls_identity> identity_in(const char* content, std::size_t size)
{
    if (size > largest_pair_record)
        return std::nullopt;
    const auto record = plist::parse_property_list({content, size});
    if (!record)
        return std::nullopt;
    tunnel::tls_identity result{
        .certificate = plist::data_at(*record, "HostCertificate").value_or(std::string()),
        .private_key = plist::data_at(*record, "HostPrivateKey").value_or(std::string())};
    if (result.certificate.empty() || result.private_key.empty())
        return std::nullopt;
    return result;
}

result<tunnel::service_connection> connect_core_device_proxy(const attachment& where)
{
    const auto phone = open_phone(where);
    if (!phone)
        return std::unexpected(failure{
            .what = problem::detached, .message = "The phone is not attached.", .cause = {}});
    auto identity = identity_for(where.udid);
    if (!identity)
        return std::unexpected(
            no_proxy("This computer has no pair record of the phone.", "no_pair_record"));
    lockdown_client client;
    if (const auto failed =
            lockdownd_client_new_with_handshake(phone.get(), adopt(client), client_label);
        failed != LOCKDOWN_E_SUCCESS)
        return std::unexpected(no_proxy_for(failed));
    proxy_descriptor service;
    if (const auto failed = lockdownd_start_service(client.get(), proxy_name, adopt(service));
        failed != LOCKDOWN_E_SUCCESS || !service)
        return std::unexpected(no_proxy_for(failed));
    connection_handle connection;
    idevice_connect(phone.get(), service->port, adopt(connection));
    if (!connection)
        return std::unexpected(
            no_proxy("The phone's tunnel service cannot be reached.", "tunnel_refused"));
    auto socket = socket_of(connection.get());
    if (socket.get() < 0)
        return std::unexpected(no_proxy(
            "The connection to the phone's tunnel service has no descriptor.", "no_descriptor"));
    return tunnel::service_connection{.socket = std::move(socket),
                                      .identity = std::move(*identity)};
}

} // namespace thimble::device
