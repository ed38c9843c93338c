#include "device/coredevice/service_directory.hpp"

#include "device/coredevice/xpc_members.hpp"

#include <algorithm>
#include <charconv>
#include <limits>
#include <optional>

namespace thimble::device::coredevice {
namespace {

constexpr std::uint64_t host_protocol_version = 7;
constexpr std::uint64_t host_version_flags = 0x0100'0000'0000'0006;

std::optional<std::uint16_t> port_in(const xpc::dictionary& entry)
{
    const auto digits = xpc::text_member(entry, "Port");
    std::uint16_t port = 0;
    const auto* const end = digits.data() + digits.size();
    const auto [stopped, error] = std::from_chars(digits.data(), end, port);
    if (error == std::errc{} && stopped == end && port != 0)
        return port;
    const auto number = xpc::integer_member(entry, "Port");
    if (number && *number > 0 && *number <= std::numeric_limits<std::uint16_t>::max())
        return static_cast<std::uint16_t>(*number);
    return std::nullopt;
}

std::vector<std::string> features_in(const xpc::dictionary& properties)
{
    std::vector<std::string> result;
    if (const auto* names = xpc::member<xpc::array>(properties, "Features"))
        for (const auto& each : *names)
            if (const auto* name = each.as<std::string>())
                result.push_back(*name);
    return result;
}

std::optional<service_entry> entry_in(const xpc::value& what)
{
    const auto* entry = what.as<xpc::dictionary>();
    const auto port = entry != nullptr ? port_in(*entry) : std::nullopt;
    if (!port)
        return std::nullopt;
    service_entry result{
        .port = *port, .entitlement = xpc::text_member(*entry, "Entitlement"), .features = {}};
    if (const auto* properties = xpc::member<xpc::dictionary>(*entry, "Properties")) {
        const auto version = xpc::integer_member(*properties, "ServiceVersion").value_or(0);
        result.remote_xpc = xpc::bool_member(*properties, "UsesRemoteXPC");
        result.version = static_cast<std::uint64_t>(std::max<std::int64_t>(version, 0));
        result.features = features_in(*properties);
    }
    return result;
}

failure no_directory()
{
    return {.what = problem::refused,
            .message = "The phone did not send the directory of its services.",
            .cause = "malformed_answer"};
}

} // namespace

const service_entry* service_directory::find(std::string_view service) const
{
    const auto found = services.find(service);
    return found == services.end() ? nullptr : &found->second;
}

bool service_directory::offers(std::string_view service, std::string_view feature) const
{
    const auto* entry = find(service);
    return entry != nullptr && std::ranges::find(entry->features, feature) != entry->features.end();
}

xpc::dictionary host_handshake(const xpc::uuid& host)
{
    return {{"MessageType", "Handshake"},
            {"MessagingProtocolVersion", host_protocol_version},
            {"UUID", host},
            {"Properties", xpc::dictionary{{"RemoteXPCVersionFlags", host_version_flags},
                                           {"SensitivePropertiesVisible", true}}},
            {"Services", xpc::dictionary()}};
}

result<service_directory> read_directory(const xpc::dictionary& handshake)
{
    const auto* properties = xpc::member<xpc::dictionary>(handshake, "Properties");
    const auto* services = xpc::member<xpc::dictionary>(handshake, "Services");
    if (xpc::text_member(handshake, "MessageType") != "Handshake" || properties == nullptr ||
        services == nullptr)
        return std::unexpected(no_directory());
    const auto version = xpc::integer_member(handshake, "MessagingProtocolVersion").value_or(0);
    service_directory result{.udid = xpc::text_member(*properties, "UniqueDeviceID"),
                             .os_version = xpc::text_member(*properties, "OSVersion"),
                             .build = xpc::text_member(*properties, "BuildVersion"),
                             .product_type = xpc::text_member(*properties, "ProductType"),
                             .protocol_version =
                                 static_cast<std::uint64_t>(std::max<std::int64_t>(version, 0)),
                             .services = {}};
    for (const auto& [name, what] : services->entries())
        if (auto entry = entry_in(what))
            result.services.emplace(name, std::move(*entry));
    return result;
}

} // namespace thimble::device::coredevice
