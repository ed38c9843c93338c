#include "device/lockdown/service_door.hpp"

#include "async/high_descriptor.hpp"
#include "device/lockdown/core_device_proxy.hpp"
#include "device/usbmux/client_label.hpp"

#include <fcntl.h>
#include <usbmuxd.h>

namespace thimble::device {
namespace {

using service_descriptor = owned<lockdownd_service_descriptor_t, lockdownd_service_descriptor_free>;
using connection_handle = owned<idevice_connection_t, idevice_disconnect>;
using step = door_refusal::step;

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

std::expected<service_door, door_refusal> service_door::open(const attachment& where)
{
    auto phone = open_phone(where);
    if (!phone)
        return std::unexpected(door_refusal{.at = step::phone});
    auto identity = identity_for(where.udid);
    if (!identity)
        return std::unexpected(door_refusal{.at = step::record});
    lockdown_client session;
    if (const auto failed =
            lockdownd_client_new_with_handshake(phone.get(), adopt(session), client_label);
        failed != LOCKDOWN_E_SUCCESS)
        return std::unexpected(door_refusal{.at = step::session, .said = failed});
    return service_door(std::move(phone), std::move(session), std::move(*identity));
}

std::expected<tunnel::service_connection, door_refusal>
service_door::connect(const std::string& service)
{
    service_descriptor started;
    if (const auto failed =
            lockdownd_start_service(session_.get(), service.c_str(), adopt(started));
        failed != LOCKDOWN_E_SUCCESS || !started)
        return std::unexpected(door_refusal{.at = step::service, .said = failed});
    connection_handle connection;
    idevice_connect(phone_.get(), started->port, adopt(connection));
    if (!connection)
        return std::unexpected(door_refusal{.at = step::connection});
    auto socket = socket_of(connection.get());
    if (socket.get() < 0)
        return std::unexpected(door_refusal{.at = step::descriptor});
    return tunnel::service_connection{.socket = std::move(socket), .identity = identity_};
}

} // namespace thimble::device
