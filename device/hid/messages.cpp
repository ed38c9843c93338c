#include "device/hid/messages.hpp"

#include "device/coredevice/xpc_members.hpp"

#include <algorithm>
#include <array>
#include <ranges>
#include <string>
#include <string_view>
#include <utility>

namespace thimble::device::hid {

namespace {

constexpr auto feature = "com.apple.coredevice.feature.remote.universalhidservice";

constexpr std::int64_t keyboard_page = 1; // generic desktop
constexpr std::int64_t keyboard_usage = 6;
constexpr std::int64_t apple = 0x05ac;
constexpr std::int64_t apple_keyboard = 0x0250;
constexpr auto product = "Thimble keyboard";
constexpr auto manufacturer = "Thimble";

/// The phone's keyboards have ids from own_keyboard on.
constexpr service_id last_keyboard = 0x2ff;

/// A keyboard of six keys with a byte of modifiers and five lights, as in appendix B.1 of the HID
/// specification. Phones take the reports of 240 usages from it all the same.
constexpr std::array<unsigned char, 68> boot_keyboard{
    0x05, 0x01,       // usage page: generic desktop
    0x09, 0x06,       // usage: keyboard
    0xA1, 0x01,       // collection: application
    0x05, 0x07,       //   usage page: keyboard
    0x19, 0xE0,       //   usage minimum
    0x29, 0xE7,       //   usage maximum
    0x15, 0x00,       //   logical minimum
    0x25, 0x01,       //   logical maximum
    0x95, 0x08,       //   report count
    0x75, 0x01,       //   report size
    0x81, 0x02,       //   input: modifiers
    0x95, 0x01,       //   report count
    0x75, 0x08,       //   report size
    0x81, 0x01,       //   input: constant
    0x05, 0x07,       //   usage page: keyboard
    0x19, 0x00,       //   usage minimum
    0x29, 0xFF,       //   usage maximum
    0x15, 0x00,       //   logical minimum
    0x26, 0xFF, 0x00, //   logical maximum
    0x95, 0x06,       //   report count
    0x75, 0x08,       //   report size
    0x81, 0x00,       //   input: array of keys
    0x05, 0x08,       //   usage page: lights
    0x19, 0x01,       //   usage minimum
    0x29, 0x05,       //   usage maximum
    0x15, 0x00,       //   logical minimum
    0x25, 0x01,       //   logical maximum
    0x95, 0x05,       //   report count
    0x75, 0x01,       //   report size
    0x91, 0x02,       //   output: lights
    0x95, 0x01,       //   report count
    0x75, 0x03,       //   report size
    0x91, 0x01,       //   output: constant
    0xC0,             // end of collection
};

xpc::data descriptor_of_keyboard()
{
    xpc::data bytes(boot_keyboard.size());
    std::ranges::transform(boot_keyboard, bytes.begin(),
                           [](unsigned char each) { return static_cast<std::byte>(each); });
    return bytes;
}

xpc::dictionary request(xpc::dictionary payload)
{
    return {{"featureIdentifier", feature},
            {"messageType", "Request"},
            {"payload", std::move(payload)}};
}

/// Values of a type that is told beside them.
xpc::dictionary of_type(std::string type, xpc::value what)
{
    return {{std::move(type), std::move(what)}};
}

xpc::dictionary typed_usage_pair()
{
    return {{"DeviceUsage", of_type("int", keyboard_usage)},
            {"DeviceUsagePage", of_type("int", keyboard_page)}};
}

/// All of a keyboard's properties once more, each with its type.
xpc::dictionary typed_properties()
{
    return {{"DeviceUsagePairs",
             of_type("array", xpc::array{of_type("dictionary", typed_usage_pair())})},
            {"Manufacturer", of_type("string", manufacturer)},
            {"PrimaryUsage", of_type("int", keyboard_usage)},
            {"PrimaryUsagePage", of_type("int", keyboard_page)},
            {"Product", of_type("string", product)},
            {"ProductID", of_type("int", apple_keyboard)},
            {"ReportDescriptor", of_type("data", descriptor_of_keyboard())},
            {"Transport", of_type("string", "USB")},
            {"UniversalControlVirtualService", of_type("bool", true)},
            {"VendorID", of_type("int", apple)},
            {"_ServiceID", of_type("uint", made_keyboard)}};
}

xpc::dictionary keyboard_properties()
{
    return {{"DeviceUsagePairs", xpc::array{xpc::dictionary{{"DeviceUsage", keyboard_usage},
                                                            {"DeviceUsagePage", keyboard_page}}}},
            {"PrimaryUsage", static_cast<std::uint64_t>(keyboard_usage)},
            {"PrimaryUsagePage", static_cast<std::uint64_t>(keyboard_page)},
            {"Product", product},
            {"ProductID", apple_keyboard},
            {"VendorID", apple},
            {"_CoreDevice_codablePropertyStorage", typed_properties()},
            {"_ServiceID", made_keyboard}};
}

std::optional<service_id> id_in(const xpc::dictionary& entry, std::string_view key)
{
    const auto id = xpc::integer_member(entry, key);
    return id && *id > 0 ? std::optional(static_cast<service_id>(*id)) : std::nullopt;
}

} // namespace

xpc::dictionary surfaces_request()
{
    return request({{"connectedServices", xpc::dictionary()}});
}

xpc::dictionary send_message(std::vector<std::byte> report, service_id to)
{
    return request({{"send", xpc::dictionary{{"_0", std::move(report)}, {"_1", to}}}});
}

xpc::dictionary keyboard_request()
{
    return request({{"createService", xpc::dictionary{{"_0", keyboard_properties()}}}});
}

std::optional<std::vector<service_id>> surfaces_in(const xpc::dictionary& reply)
{
    if (reply.find("CoreDevice.error") != nullptr)
        return std::vector<service_id>();
    const auto* all = xpc::member<xpc::array>(reply, "connectedServices");
    if (all == nullptr)
        return std::nullopt;
    std::vector<service_id> ids;
    for (const auto& each : *all | std::views::take(most_surfaces))
        if (const auto* entry = each.as<xpc::dictionary>())
            if (const auto id = id_in(*entry, "_ServiceID"))
                ids.push_back(*id);
    return ids;
}

std::optional<service_id> keyboard_in(const xpc::dictionary& reply)
{
    return id_in(reply, "serviceID");
}

std::optional<service_id> touchscreen_among(const std::vector<service_id>& all)
{
    const bool listed = std::ranges::find(all, own_touchscreen) != all.end();
    return listed ? std::optional(own_touchscreen) : std::nullopt;
}

std::optional<service_id> keyboard_among(const std::vector<service_id>& all)
{
    const auto found = std::ranges::find_if(
        all, [](service_id each) { return each >= own_keyboard && each <= last_keyboard; });
    return found == all.end() ? std::nullopt : std::optional(*found);
}

} // namespace thimble::device::hid
