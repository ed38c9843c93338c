// Reports of HID through the tunnel of a phone of iOS 27: what comes of them is seen on the phone.
#include "tests/virtualphone/remote/remote_desk.hpp"

#include <algorithm>
#include <cmath>

namespace thimble::virtualphone::tests {
namespace {

/// A message as a host of another maker writes it: one finger down in the middle of the panel.
constexpr auto captured_message = "920bb02901010000040100000000000001000000000000004237134205000000"
                                  "00f00000f400000003000000666561747572654964656e746966696572000000"
                                  "0090000038000000636f6d2e6170706c652e636f72656465766963652e666561"
                                  "747572652e72656d6f74652e756e6976657273616c6869647365727669636500"
                                  "6d6573736167655479706500009000000800000052657175657374007061796c"
                                  "6f61640000f00000700000000100000073656e640000000000f000005c000000"
                                  "020000005f300000008000003a000000090105c2ff7fff7f0000000000000000"
                                  "000000000000000000000000000000000000000000000000020000001d4cc13f"
                                  "0000000000000000000000005f310000004000000101000000000000";

constexpr std::uint64_t keyboard_surface = 512;

/// A phone whose surfaces take reports without a stream, and whose drawing app is in front.
struct open_desk : remote_desk {
    open_desk() : hid(host, port_of(hid_service))
    {
        device.streaming.touch_gate = touch_gate::open;
        device.os.launch(sketch, device.clock.now());
        REQUIRE(hid.opened());
    }

    bool fingers_become(std::size_t count)
    {
        return host.run_until([&] { return device.os.fingers_down().size() == count; });
    }

    /// True if the phone ends the connection upon this request.
    bool ends_upon(xpc::dictionary message)
    {
        service_host another(host, port_of(hid_service));
        another.send(std::move(message));
        return host.run_until([&] { return another.ended(); });
    }

    service_host hid;
};

xpc::dictionary keyboard_descriptor(xpc::object id)
{
    const auto wrapped = [](const char* type, xpc::object value) {
        return xpc::dictionary{{type, std::move(value)}};
    };
    const xpc::dictionary pair{{"DeviceUsage", std::int64_t{6}},
                               {"DeviceUsagePage", std::int64_t{1}}};
    return {{"DeviceUsagePairs", xpc::array{pair}},
            {"PrimaryUsage", std::uint64_t{6}},
            {"PrimaryUsagePage", std::uint64_t{1}},
            {"Product", "Test keyboard"},
            {"ProductID", std::int64_t{1}},
            {"VendorID", std::int64_t{2}},
            {"_ServiceID", std::move(id)},
            {"_CoreDevice_codablePropertyStorage",
             xpc::dictionary{{"Manufacturer", wrapped("string", "Test")},
                             {"ReportDescriptor", wrapped("data", xpc::bytes{5, 1, 9, 6})},
                             {"UniversalControlVirtualService", wrapped("bool", true)}}}};
}

} // namespace

TEST_CASE("a captured message puts a finger on the middle of the panel", "[remote]")
{
    open_desk desk;
    auto report = touch_bytes({{.x = 0x7FFF, .y = 0x7FFF}}, 0);
    const auto time = from_hex("1d4cc13f");
    std::ranges::copy(time, report.begin() + 44);
    CHECK(xpc::encode_message({.flags = 0x101, .id = 1, .body = hid_report(report)}) ==
          from_hex(captured_message));
    desk.hid.send_raw(from_hex(captured_message));
    REQUIRE(desk.fingers_become(1));
    const auto& [finger, where] = *desk.device.os.fingers_down().begin();
    CHECK(finger == 2);
    CHECK(std::abs(where.x - desk.device.os.width_pt() / 2) < 0.1);
    CHECK(std::abs(where.y - desk.device.os.height_pt() / 2) < 0.1);
}

TEST_CASE("a tap through the tunnel draws", "[remote]")
{
    open_desk desk;
    desk.hid.send(hid_report(touch_bytes({{.x = 0x4000, .y = 0x4000}}, 100)));
    REQUIRE(desk.fingers_become(1));
    desk.hid.send(hid_report(touch_bytes({{.touching = false, .x = 0x4000, .y = 0x4000}}, 160)));
    REQUIRE(desk.fingers_become(0));
    CHECK(desk.device.os.app_states().at(sketch).at("strokes") == 1);
}

TEST_CASE("a finger that a connection leaves down stays down until another lifts it", "[remote]")
{
    open_desk desk;
    desk.hid.send(hid_report(touch_bytes({{.x = 0x4000, .y = 0x4000}}, 100)));
    REQUIRE(desk.fingers_become(1));
    desk.hid.close();
    desk.host.run_for(std::chrono::milliseconds(100));
    CHECK(desk.device.os.fingers_down().size() == 1);
    service_host next(desk.host, desk.port_of(hid_service));
    next.send(hid_report(touch_bytes({{.touching = false, .x = 0x4000, .y = 0x4000}}, 5)));
    CHECK(desk.fingers_become(0));
}

TEST_CASE("a host resets what its fingers have begun", "[remote]")
{
    open_desk desk;
    desk.hid.send(hid_report(touch_bytes({{.x = 0x4000, .y = 0x4000}}, 100)));
    REQUIRE(desk.fingers_become(1));
    desk.hid.send(hid_request("resetGestureState", {{"_0", std::uint64_t{257}}}));
    CHECK(desk.fingers_become(0));
    CHECK(desk.device.os.app_states().at(sketch).at("strokes") == 0);
}

TEST_CASE("reports that no surface understands are dropped, and the connection lasts", "[remote]")
{
    open_desk desk;
    auto report = touch_bytes({{.x = 1, .y = 1}}, 1);
    report.pop_back();
    desk.hid.send(hid_report(report));
    desk.hid.send(hid_report(touch_bytes({{.x = 1, .y = 1}}, 1), 999));
    desk.hid.send(hid_report(touch_bytes({{.x = 1, .y = 1}}, 1), 1026));
    const auto barrier = desk.hid.ask({{"isBarrier", true}});
    REQUIRE(barrier);
    CHECK(barrier->empty());
    CHECK(desk.device.os.fingers_down().empty());
    CHECK(desk.events("hid").size() == 3);
    CHECK_FALSE(desk.hid.ended());
}

TEST_CASE("requests of another shape end the connection", "[remote]")
{
    open_desk desk;
    const auto report = touch_bytes({{.x = 1, .y = 1}}, 1);
    CHECK(desk.ends_upon({{"messageType", "Request"}}));
    CHECK(desk.ends_upon(hid_request("sent", {})));
    CHECK(desk.ends_upon(hid_request("send", {{"_0", report}})));
    CHECK(desk.ends_upon(hid_request("send", {{"_0", report}, {"_1", std::int64_t{257}}})));
    CHECK(desk.ends_upon({{"featureIdentifier", "com.apple.coredevice.feature.remote.hid.button"},
                          {"messageType", "Request"},
                          {"payload", xpc::dictionary{{"send", xpc::dictionary()}}}}));
    CHECK(desk.device.os.fingers_down().empty());
}

TEST_CASE("a host reads which surfaces there are, and the connection is over then", "[remote]")
{
    open_desk desk;
    const auto answer = desk.hid.ask(hid_request("connectedServices", {}));
    REQUIRE(answer);
    const auto* all = xpc::member<xpc::array>(*answer, "connectedServices");
    REQUIRE(all != nullptr);
    std::vector<std::uint64_t> ids;
    for (const xpc::object& each : *all)
        ids.push_back(*xpc::member<std::uint64_t>(*each.as<xpc::dictionary>(), "_ServiceID"));
    CHECK(ids == std::vector<std::uint64_t>{257, 512, 1026, 1280, 1281});
    CHECK(desk.host.run_until([&] { return desk.hid.ended(); }));
}

TEST_CASE("keys in reports type, on the phone's keyboard and on one that a host has made",
          "[remote]")
{
    open_desk desk;
    constexpr std::uint64_t made = 0x1'0000'2001;
    const auto answer =
        desk.hid.ask(hid_request("createService", {{"_0", keyboard_descriptor(made)}}));
    REQUIRE(answer);
    CHECK(*xpc::member<std::uint64_t>(*answer, "serviceID") == made);
    for (const std::uint64_t surface : {keyboard_surface, made})
        for (const auto& report : {key_bytes({0x04}, 1), key_bytes({}, 2)})
            desk.hid.send(hid_report(report, surface));
    CHECK(desk.host.run_until([&] { return desk.events("key").size() == 4; }));
    desk.hid.send(hid_report(key_bytes({0x05}, 3), made));
    desk.hid.send(hid_request("removeService", {{"_0", made}}));
    CHECK(desk.host.run_until([&] { return desk.events("key").size() == 6; }));
    CHECK(desk.events("key").back().at("phase") == "up"); // it has gone with the keyboard
    desk.hid.send(hid_report(key_bytes({0x05}, 4), made));
    CHECK(desk.host.run_until([&] { return desk.events("hid").size() == 1; }));
}

TEST_CASE("a keyboard whose numbers have another width is refused", "[remote]")
{
    open_desk desk;
    CHECK(desk.ends_upon(
        hid_request("createService", {{"_0", keyboard_descriptor(std::int64_t{0x2001})}})));
    auto bare = keyboard_descriptor(std::uint64_t{0x2001});
    xpc::dictionary spoilt;
    for (const auto& [name, value] : bare.members())
        spoilt.add(name, name == "_CoreDevice_codablePropertyStorage"
                             ? xpc::object(xpc::dictionary{{"Manufacturer", "not wrapped"}})
                             : value);
    CHECK(desk.ends_upon(hid_request("createService", {{"_0", spoilt}})));
}

TEST_CASE("keys come one at a time through the service of the keyboard", "[remote]")
{
    open_desk desk;
    service_host keys(desk.host, desk.port_of("com.apple.coredevice.hid.universalhid"));
    REQUIRE(keys.opened());
    const auto event = [](std::uint64_t state, std::uint64_t usage) {
        return xpc::dictionary{
            {"featureIdentifier", "com.apple.coredevice.feature.remote.hid.keyboard"},
            {"messageType", "IndigoKeyboardButtonEvent"},
            {"payload", xpc::dictionary{{"state", state}, {"usageCode", usage}}}};
    };
    keys.send(event(1, 0x04));
    keys.send(event(2, 0x04));
    CHECK(desk.host.run_until([&] { return desk.events("key").size() == 2; }));
    keys.send(event(1, 240));
    CHECK(desk.host.run_until([&] { return keys.ended(); }));
}

TEST_CASE("the service of buttons takes no fingers, no keys and no scrolling", "[remote]")
{
    open_desk desk;
    for (const char* type :
         {"IndigoDigitizerEvent", "IndigoKeyboardButtonEvent", "IndigoScrollEvent"}) {
        service_host buttons(desk.host, desk.port_of("com.apple.coredevice.hid.indigo"));
        REQUIRE(buttons.opened());
        buttons.send({{"featureIdentifier", "com.apple.coredevice.feature.remote.hid.button"},
                      {"messageType", type},
                      {"payload", xpc::dictionary{{"state", std::uint64_t{1}}}}});
        CHECK(desk.host.run_until([&] { return buttons.ended(); }));
    }
}

TEST_CASE("touches land only while the picture is streamed, where the phone's gate says so",
          "[remote]")
{
    remote_desk desk;
    desk.device.os.launch(sketch, desk.device.clock.now());
    service_host hid(desk.host, desk.port_of(hid_service));
    const auto tap = [&] {
        hid.send(hid_report(touch_bytes({{.x = 0x4000, .y = 0x4000}}, 100)));
        hid.send(hid_report(touch_bytes({{.touching = false, .x = 0x4000, .y = 0x4000}}, 160)));
        REQUIRE(hid.ask({{"isBarrier", true}}));
        return desk.device.os.app_states().at(sketch).at("strokes").get<int>();
    };
    CHECK(tap() == 0);
    CHECK(desk.events("hid").front().at("dropped") == "no stream");
    service_host display(desk.host, desk.port_of(display_service));
    desk.start_stream(display);
    CHECK(desk.host.run_until([&] { return desk.device.stream.settled; }));
    CHECK(tap() == 1);
    service_host another(desk.host, desk.port_of(display_service));
    REQUIRE(another.call("stopmediastream", {{"stopAll", true}}));
    CHECK(tap() == 1);
}

TEST_CASE("a fault loses the next report", "[remote]")
{
    open_desk desk;
    desk.device.faults.set("universalhid", {.kind = fault_kind::hang, .count = 1});
    desk.hid.send(hid_report(touch_bytes({{.x = 1, .y = 1}}, 1)));
    REQUIRE(desk.hid.ask({{"isBarrier", true}}));
    CHECK(desk.device.os.fingers_down().empty());
    desk.hid.send(hid_report(touch_bytes({{.x = 1, .y = 1}}, 1)));
    CHECK(desk.fingers_become(1));
}

TEST_CASE("surfaces are there from iOS 27 on, or with the image of Xcode 27", "[remote]")
{
    remote_desk old("26");
    CHECK(old.port_of(hid_service) == 0);
    CHECK(old.port_of("com.apple.coredevice.hid.universalhid") == 0);
    old.device.image_of_xcode_27 = true;
    old.device.streaming.touch_gate = touch_gate::open;
    REQUIRE(old.port_of(hid_service) != 0);
    service_host hid(old.host, old.port_of(hid_service));
    const auto answer = hid.ask(hid_request("connectedServices", {}));
    REQUIRE(answer);
    const auto* error = xpc::member<xpc::dictionary>(*answer, "CoreDevice.error");
    REQUIRE(error != nullptr);
    CHECK(*xpc::member<std::int64_t>(*error, "code") == 9021);
    service_host reporting(old.host, old.port_of(hid_service));
    reporting.send(hid_report(touch_bytes({{.x = 1, .y = 1}}, 1)));
    REQUIRE(reporting.ask({{"isBarrier", true}}));
    CHECK(old.device.os.fingers_down().empty());
}

} // namespace thimble::virtualphone::tests
