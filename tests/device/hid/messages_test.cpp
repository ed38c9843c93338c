// The messages of the HID service, kind for kind: it decodes strictly.
#include "device/coredevice/xpc_members.hpp"
#include "device/hid/messages.hpp"
#include "tests/catch2.hpp"
#include "tests/device/coredevice/bytes.hpp"

namespace thimble::tests {
namespace {

namespace hid = device::hid;
namespace xpc = device::coredevice::xpc;

xpc::dictionary hid_request(xpc::dictionary payload)
{
    return {{"featureIdentifier", "com.apple.coredevice.feature.remote.universalhidservice"},
            {"messageType", "Request"},
            {"payload", std::move(payload)}};
}

xpc::dictionary surfaces_listed(std::vector<std::uint64_t> ids)
{
    xpc::array all;
    for (const auto id : ids)
        all.push_back(xpc::dictionary{{"_ServiceID", id}, {"Product", "CoreDevice surface"}});
    return {{"connectedServices", std::move(all)}};
}

} // namespace

TEST_CASE("a report is sent to a surface by its number", "[hid]")
{
    CHECK(hid::send_message(bytes_of("0901"), hid::own_touchscreen) ==
          hid_request(
              {{"send", xpc::dictionary{{"_0", bytes_of("0901")}, {"_1", std::uint64_t{257}}}}}));
    CHECK(hid::surfaces_request() == hid_request({{"connectedServices", xpc::dictionary()}}));
}

TEST_CASE("a keyboard is asked for with all its properties, twice", "[hid]")
{
    const auto message = hid::keyboard_request();
    const auto* payload = xpc::member<xpc::dictionary>(message, "payload");
    REQUIRE(payload != nullptr);
    const auto* created = xpc::member<xpc::dictionary>(*payload, "createService");
    REQUIRE(created != nullptr);
    const auto* keyboard = xpc::member<xpc::dictionary>(*created, "_0");
    REQUIRE(keyboard != nullptr);
    const xpc::dictionary pair{{"DeviceUsage", std::int64_t{6}},
                               {"DeviceUsagePage", std::int64_t{1}}};
    CHECK(*keyboard->find("DeviceUsagePairs") == xpc::value(xpc::array{pair}));
    CHECK(*keyboard->find("PrimaryUsage") == xpc::value(std::uint64_t{6}));
    CHECK(*keyboard->find("PrimaryUsagePage") == xpc::value(std::uint64_t{1}));
    CHECK(*keyboard->find("_ServiceID") == xpc::value(std::uint64_t{0x1'0000'2001}));
    CHECK(xpc::member<std::int64_t>(*keyboard, "VendorID") != nullptr);
    CHECK(xpc::member<std::int64_t>(*keyboard, "ProductID") != nullptr);
    const auto* storage =
        xpc::member<xpc::dictionary>(*keyboard, "_CoreDevice_codablePropertyStorage");
    REQUIRE(storage != nullptr);
    const auto typed = [&](const char* key, const char* type) {
        const auto* wrapped = xpc::member<xpc::dictionary>(*storage, key);
        REQUIRE(wrapped != nullptr);
        const auto* value = wrapped->find(type);
        REQUIRE(value != nullptr);
        return *value;
    };
    CHECK(typed("Transport", "string") == xpc::value("USB"));
    CHECK(typed("UniversalControlVirtualService", "bool") == xpc::value(true));
    CHECK(typed("_ServiceID", "uint") == xpc::value(std::uint64_t{0x1'0000'2001}));
    CHECK(typed("PrimaryUsage", "int") == xpc::value(std::int64_t{6}));
    const auto pairs = typed("DeviceUsagePairs", "array");
    REQUIRE(pairs.as<xpc::array>() != nullptr);
    REQUIRE(pairs.as<xpc::array>()->size() == 1);
    const auto descriptor = typed("ReportDescriptor", "data");
    REQUIRE(descriptor.as<xpc::data>() != nullptr);
    CHECK(hexadecimal(*descriptor.as<xpc::data>()) ==
          "05010906a101050719e029e71500250195087501810295017508810105071900"
          "29ff150026ff0095067508810005081901290515002501950575019102950175039101c0");
}

TEST_CASE("surfaces are known by the numbers that the phone lists", "[hid]")
{
    const auto all = hid::surfaces_in(surfaces_listed({257, 512, 1026, 1280, 1281}));
    REQUIRE(all);
    CHECK(all->size() == 5);
    CHECK(hid::touchscreen_among(*all) == 257);
    CHECK(hid::keyboard_among(*all) == 512);
    const auto few = hid::surfaces_in(surfaces_listed({1026}));
    REQUIRE(few);
    CHECK_FALSE(hid::touchscreen_among(*few));
    CHECK_FALSE(hid::keyboard_among(*few));
}

TEST_CASE("a phone that refuses has no surface", "[hid]")
{
    const auto none = hid::surfaces_in(
        {{"CoreDevice.error", xpc::dictionary{{"domain", "com.apple.dt.CoreDeviceError"},
                                              {"code", std::int64_t{9021}}}}});
    REQUIRE(none);
    CHECK(none->empty());
}

TEST_CASE("what is no list of surfaces is none, and what is no surface is left out", "[hid]")
{
    CHECK_FALSE(hid::surfaces_in({}));
    CHECK_FALSE(hid::surfaces_in({{"connectedServices", "none"}}));
    const auto mixed = hid::surfaces_in(
        {{"connectedServices", xpc::array{xpc::value(), xpc::dictionary{{"_ServiceID", "257"}},
                                          xpc::dictionary{{"_ServiceID", std::int64_t{-1}}},
                                          xpc::dictionary{{"_ServiceID", std::int64_t{257}}}}}});
    REQUIRE(mixed);
    CHECK(*mixed == std::vector<hid::service_id>{257});
    const auto many = hid::surfaces_in(surfaces_listed(std::vector<std::uint64_t>(1000, 1)));
    REQUIRE(many);
    CHECK(many->size() == hid::most_surfaces);
}

TEST_CASE("a keyboard that was made is known by its number", "[hid]")
{
    CHECK(hid::keyboard_in({{"serviceID", std::uint64_t{7}}}) == 7);
    CHECK_FALSE(hid::keyboard_in({}));
    CHECK_FALSE(hid::keyboard_in({{"serviceID", "seven"}}));
}

} // namespace thimble::tests
