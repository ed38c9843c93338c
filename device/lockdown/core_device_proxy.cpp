#include "device/lockdown/core_device_proxy.hpp"

#include "device/lockdown/service_door.hpp"
#include "device/plist/property_list.hpp"

namespace thimble::device {
namespace {

constexpr const char* proxy_name = "com.apple.internal.devicecompute.CoreDeviceProxy";
constexpr std::size_t largest_pair_record = 1U << 20; // bytes

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

failure explained(const door_refusal& why)
{
    using step = door_refusal::step;
    switch (why.at) {
    case step::phone:
        return {.what = problem::detached, .message = "The phone is not attached.", .cause = {}};
    case step::record:
        return no_proxy("This computer has no pair record of the phone.", "no_pair_record");
    case step::session:
    case step::service:
        return no_proxy_for(why.said);
    case step::connection:
        return no_proxy("The phone's tunnel service cannot be reached.", "tunnel_refused");
    case step::descriptor:
        break;
    }
    return no_proxy("The connection to the phone's tunnel service has no descriptor.",
                    "no_descriptor");
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
    auto door = service_door::open(where);
    auto connected = door ? door->connect(proxy_name)
                          : std::expected<tunnel::service_connection, door_refusal>(
                                std::unexpected(door.error()));
    if (!connected)
        return std::unexpected(explained(connected.error()));
    return std::move(*connected);
}

} // namespace thimble::device
