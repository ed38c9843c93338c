#include "virtualphone/coredevice/directory.hpp"

#include "virtualphone/coredevice/service_table.hpp"
#include "virtualphone/coredevice/services.hpp"
#include "virtualphone/phone/device_facts.hpp"

#include <boost/asio/awaitable.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/uuid/random_generator.hpp>
#include <boost/uuid/uuid_io.hpp>

namespace thimble::virtualphone::coredevice {
namespace {

namespace asio = boost::asio;

constexpr std::uint64_t protocol_version = 5;
constexpr std::uint64_t version_flags = 0x0100'0000'0000'0006;

xpc::uuid random_uuid()
{
    const auto made = boost::uuids::random_generator()();
    xpc::uuid result;
    std::ranges::copy(made, result.octets.begin());
    return result;
}

std::string in_words(const xpc::uuid& what)
{
    boost::uuids::uuid same{};
    std::ranges::copy(what.octets, same.begin());
    return to_string(same);
}

std::string text_of(const plist::value& facts, const char* name)
{
    return plist::string_at(facts, name).value_or("");
}

xpc::dictionary identity_properties(const phone& device)
{
    const plist::value facts = default_facts(device);
    const model& hardware = device.os.hardware();
    return {{"BoardId", static_cast<std::uint64_t>(hardware.board_id)},
            {"BootSessionUUID", "6A2C3F0E-0C4B-4E3B-9C41-5D3B8F5B7A10"},
            {"BuildVersion", device.os.ios().build},
            {"CPUArchitecture", "arm64e"},
            {"ChipID", static_cast<std::uint64_t>(hardware.chip_id)},
            {"DeviceClass", text_of(facts, "DeviceClass")},
            {"DeviceColor", "1"},
            {"DeviceSupportsLockdown", true},
            {"EthernetMacAddress", wifi_address(device)},
            {"HWModel", hardware.hardware_model},
            {"HardwarePlatform", text_of(facts, "HardwarePlatform")},
            {"HasSEP", true},
            {"HumanReadableProductVersionString", device.os.ios().version},
            {"Image4CryptoHashMethod", "sha2-384"},
            {"Image4Supported", true},
            {"IsVirtualDevice", false},
            {"MobileDeviceMinimumVersion", "1742"},
            {"ModelNumber", text_of(facts, "ModelNumber")},
            {"OSVersion", device.os.ios().version},
            {"ProductName", "iPhone OS"},
            {"ProductType", hardware.product_type},
            {"RegionInfo", text_of(facts, "RegionInfo")},
            {"RemoteXPCVersionFlags", version_flags},
            {"SecurityDomain", std::uint64_t{1}},
            {"SensitivePropertiesVisible", true},
            {"SerialNumber", text_of(facts, "SerialNumber")},
            {"ThinningProductType", hardware.product_type},
            {"UniqueChipID", chip_number(device)},
            {"UniqueDeviceID", device.os.who().udid}};
}

xpc::dictionary properties_of(const phone& device, const table_entry& entry)
{
    switch (entry.speaks) {
    case protocol::shim:
        return {{"UsesRemoteXPC", false}};
    case protocol::lockdown:
        return {{"ServiceVersion", std::uint64_t{1}}, {"UsesRemoteXPC", false}};
    case protocol::other:
        return {{"Features", xpc::array{"com.apple.dt.profile"}}, {"version", std::uint64_t{1}}};
    case protocol::features:
    case protocol::plain:
        break;
    }
    xpc::array features;
    for (auto& name : features_of(device, entry))
        features.emplace_back(std::move(name));
    return {{"Features", std::move(features)},
            {"ServiceVersion", entry.version},
            {"UsesRemoteXPC", true}};
}

/// Hosts want the port as text.
xpc::dictionary entry_of(const phone& device, const table_entry& entry, std::size_t place)
{
    return {{"Entitlement", entry.entitlement},
            {"Port", std::to_string(directory_port(device) + place)},
            {"Properties", properties_of(device, entry)}};
}

/// Answers nothing more, whatever the host tells of itself.
asio::awaitable<void>
serve_directory(tunnel::tunnel_stream over, phone& device, shared_state& shared)
{
    xpc::connection host(std::move(over), device.faults);
    co_await host.begin();
    if (device.faults.take("rsd.handshake_required"))
        co_await host.receive();
    const auto fault = device.faults.take_other_than_refusal("rsd");
    if (fault && fault->kind == fault_kind::hang)
        co_await host.until_closed();
    if (fault && (fault->kind == fault_kind::cut || fault->kind == fault_kind::error))
        co_return host.abort();
    if (fault && fault->kind == fault_kind::corrupt)
        co_await host.push({{"MessageType", "Handshake"}, {"Services", "none"}});
    else
        co_await host.push(directory_of(device, random_uuid()));
    for (;;) {
        const xpc::message told = co_await host.receive();
        const auto* uuid = xpc::member<xpc::uuid>(*told.body->as<xpc::dictionary>(), "UUID");
        if (uuid == nullptr)
            continue;
        if (shared.host && *shared.host != *uuid && device.faults.take("rsd.one_uuid"))
            host.abort_others();
        shared.host = *uuid;
        device.tunnel_host = in_words(*uuid);
    }
}

asio::awaitable<void> serve_entry(const table_entry& entry,
                                  tunnel::tunnel_stream over,
                                  phone& device,
                                  shared_state& shared)
{
    xpc::connection host(std::move(over), device.faults);
    co_await host.begin();
    conversation with{device, shared, host, entry.short_name};
    co_await entry.serve(with);
}

} // namespace

std::uint16_t directory_port(const phone& device)
{
    // Below the ports that systems give to connections: a relay listens on the same numbers.
    constexpr unsigned first = 10000;
    constexpr unsigned apart = 100; // more than there are services
    constexpr unsigned places = 100;
    unsigned hash = 0;
    for (const char c : device.os.who().udid)
        hash = hash * 31 + static_cast<unsigned char>(c);
    return static_cast<std::uint16_t>(first + hash % places * apart);
}

xpc::dictionary directory_of(const phone& device, const xpc::uuid& session)
{
    xpc::dictionary services;
    std::size_t place = 0;
    for (const table_entry& entry : service_table()) {
        ++place;
        if (is_there(device, entry))
            services.add(std::string(entry.name), entry_of(device, entry, place));
    }
    return {{"MessageType", "Handshake"},
            {"MessagingProtocolVersion", protocol_version},
            {"UUID", session},
            {"Properties", identity_properties(device)},
            {"Services", std::move(services)}};
}

tunnel::listeners listeners_of(phone& device, shared_state& shared, shim_opener open_shim)
{
    return [&device, &shared,
            open_shim = std::move(open_shim)](std::uint16_t port) -> tunnel::stream_service {
        const std::uint16_t first = directory_port(device);
        if (port == first && !device.faults.take_refusal("rsd"))
            return [&](tunnel::tunnel_stream over) {
                return serve_directory(std::move(over), device, shared);
            };
        const auto table = service_table();
        if (port <= first || port - first > static_cast<int>(table.size()))
            return {};
        const table_entry& entry = table[static_cast<std::size_t>(port - first - 1)];
        const bool opened_outside =
            entry.speaks == protocol::shim || entry.speaks == protocol::other;
        if (opened_outside && is_there(device, entry))
            return open_shim(entry.name);
        if (entry.speaks == protocol::plain && is_there(device, entry))
            return serve_standard_io;
        if (entry.serve == nullptr || !is_there(device, entry) ||
            device.faults.take_refusal(entry.short_name))
            return {};
        return [&](tunnel::tunnel_stream over) {
            return serve_entry(entry, std::move(over), device, shared);
        };
    };
}

} // namespace thimble::virtualphone::coredevice
