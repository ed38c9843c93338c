// The services that lockdown starts, as hosts use them.
#include "tests/catch2.hpp"
#include "tests/virtualphone/lockdown/phone_client.hpp"

#include <algorithm>

namespace thimble::virtualphone::tests {
namespace {

namespace asio = boost::asio;

constexpr std::string_view mounter = "com.apple.mobile.mobile_image_mounter";

plist::value command(std::string_view name)
{
    return {{"Command", name}};
}

bool is_png(const plist::bytes& content)
{
    constexpr std::array<std::uint8_t, 4> signature{0x89, 'P', 'N', 'G'};
    return content.size() > 100 && std::ranges::equal(signature, std::span(content).first(4));
}

} // namespace

TEST_CASE("screenshotr gives the picture again and again", "[virtualphone]")
{
    desk table;
    table.add("00008130-000000000000001A", "16");
    table.run([&]() -> asio::awaitable<void> {
        const host_identity host = co_await paired_identity(table);
        phone_client client = co_await open_service(table, host, "com.apple.mobile.screenshotr");
        const auto version = co_await client.receive();
        REQUIRE(version.at(0) == "DLMessageVersionExchange");
        co_await client.send(
            plist::value::array({"DLMessageVersionExchange", "DLVersionsOk", version.at(1)}), true);
        CHECK((co_await client.receive()).at(0) == "DLMessageDeviceReady");
        for (int times = 0; times < 2; ++times) {
            const plist::value wish{{"MessageType", "ScreenShotRequest"}};
            co_await client.send(plist::value::array({"DLMessageProcessMessage", wish}), true);
            const auto reply = co_await client.receive();
            const auto picture = plist::data_at(reply.at(1), "ScreenShotData");
            REQUIRE(picture);
            CHECK(is_png(*picture));
        }
        co_await client.send(plist::value::array({"DLMessageDisconnect", "bye"}), true);
        CHECK(co_await client.ended());
    }());
}

TEST_CASE("installation_proxy lists apps in parts and finds some", "[virtualphone]")
{
    desk table;
    table.add();
    table.run([&]() -> asio::awaitable<void> {
        const host_identity host = co_await paired_identity(table);
        phone_client client =
            co_await open_service(table, host, "com.apple.mobile.installation_proxy");
        auto browse = command("Browse");
        browse["ClientOptions"]["ReturnAttributes"] =
            plist::value::array({"CFBundleIdentifier", "NoSuchAttribute"});
        co_await client.send(browse);
        std::size_t found = 0;
        for (auto part = co_await client.receive(); part.at("Status") != "Complete";
             part = co_await client.receive()) {
            CHECK(part.at("CurrentIndex") == found);
            CHECK(part.at("CurrentAmount") == part.at("CurrentList").size());
            CHECK(part.at("CurrentList").at(0).size() == 1);
            found += part.at("CurrentList").size();
        }
        CHECK(found > 3);
        auto look_up = command("Lookup");
        look_up["ClientOptions"]["BundleIDs"] =
            plist::value::array({"com.thimble.sketch", "com.example.none"});
        const auto result = (co_await client.ask(look_up)).at("LookupResult");
        CHECK(result.size() == 1);
        CHECK(result.at("com.thimble.sketch").at("CFBundleDisplayName") == "Sketch");
        CHECK((co_await client.ask(command("Uninstall"))).contains("Error"));
    }());
}

TEST_CASE("springboardservices knows icons and the orientation", "[virtualphone]")
{
    desk table;
    table.add();
    table.run([&]() -> asio::awaitable<void> {
        const host_identity host = co_await paired_identity(table);
        phone_client client = co_await open_service(table, host, "com.apple.springboardservices");
        CHECK((co_await client.ask({{"command", "getInterfaceOrientation"}}))
                  .at("interfaceOrientation") == 1);
        const auto icon = co_await client.ask(
            {{"command", "getIconPNGData"}, {"bundleId", "com.thimble.sketch"}});
        CHECK(is_png(plist::data_at(icon, "pngData").value()));
        CHECK((co_await client.ask({{"command", "getIconPNGData"}, {"bundleId", "none"}}))
                  .contains("Error"));
        const auto state = co_await client.ask({{"command", "getIconState"}});
        REQUIRE(state.is_array());
        CHECK(state.at(0).at(0).contains("bundleIdentifier"));
        CHECK((co_await client.ask({{"command", "makeTea"}})).contains("Error"));
    }());
}

TEST_CASE("diagnostics_relay tells facts by the phone's iOS and puts it to sleep", "[virtualphone]")
{
    desk table;
    phone& device = table.add();
    table.run([&]() -> asio::awaitable<void> {
        const host_identity host = co_await paired_identity(table);
        device.os.unlock(device.clock.now());
        phone_client client =
            co_await open_service(table, host, "com.apple.mobile.diagnostics_relay");
        const auto all = co_await client.ask({{"Request", "All"}});
        CHECK(all.at("Diagnostics").contains("GasGauge"));
        plist::value gestalt{{"Request", "MobileGestalt"}};
        gestalt["MobileGestaltKeys"] = plist::value::array({"ProductType"});
        CHECK((co_await client.ask(gestalt))["Diagnostics"]["MobileGestalt"]["Status"] ==
              "MobileGestaltDeprecated");
        const auto battery =
            co_await client.ask({{"Request", "IORegistry"}, {"EntryClass", "IOPMPowerSource"}});
        CHECK(battery.at("Diagnostics").at("IORegistry").contains("Temperature"));
        CHECK((co_await client.ask({{"Request", "MakeTea"}})).at("Status") == "UnknownRequest");
        CHECK((co_await client.ask({{"Request", "Sleep"}})).at("Status") == "Success");
        CHECK((co_await client.ask({{"Request", "Goodbye"}})).at("Status") == "Success");
        CHECK(device.os.locked());
    }());
}

TEST_CASE("notification_proxy relays what was asked for", "[virtualphone]")
{
    desk table;
    phone& device = table.add();
    table.run([&]() -> asio::awaitable<void> {
        const host_identity host = co_await paired_identity(table);
        device.os.unlock(device.clock.now());
        phone_client client =
            co_await open_service(table, host, "com.apple.mobile.notification_proxy");
        for (const auto* name : {"com.example.note", "com.apple.springboard.lockstate"})
            co_await client.send({{"Command", "ObserveNotification"}, {"Name", name}});
        co_await client.send({{"Command", "PostNotification"}, {"Name", "com.example.other"}});
        co_await client.send({{"Command", "PostNotification"}, {"Name", "com.example.note"}});
        CHECK((co_await client.receive()).at("Name") == "com.example.note");
        device.os.lock(device.clock.now());
        CHECK((co_await client.receive()).at("Name") == "com.apple.springboard.lockstate");
        CHECK((co_await client.ask(command("Shutdown"))).at("Command") == "ProxyDeath");
    }());
}

TEST_CASE("heartbeat lives as long as the host answers", "[virtualphone]")
{
    desk table;
    table.add();
    table.run([&]() -> asio::awaitable<void> {
        const host_identity host = co_await paired_identity(table);
        phone_client client = co_await open_service(table, host, "com.apple.mobile.heartbeat");
        CHECK((co_await client.receive()).at("Command") == "Marco");
        co_await client.send(command("Who?"));
        CHECK(co_await client.ended());
    }());
}

TEST_CASE("a developer image is uploaded, mounted and unmounted", "[virtualphone]")
{
    desk table;
    phone& device = table.add("00008130-000000000000001A", "16");
    device.developer_image_mounted = false;
    device.os.unlock(device.clock.now());
    table.run([&]() -> asio::awaitable<void> {
        const host_identity host = co_await paired_identity(table);
        phone_client client = co_await open_service(table, host, mounter);
        plist::value look_up{{"Command", "LookupImage"}, {"ImageType", "Developer"}};
        CHECK((co_await client.ask(look_up)).at("ImagePresent") == false);
        plist::value upload{{"Command", "ReceiveBytes"}, {"ImageType", "Developer"}};
        upload["ImageSize"] = 100'000;
        CHECK((co_await client.ask(upload)).at("Status") == "ReceiveBytesAck");
        co_await client.send_raw(plist::bytes(100'000, 7));
        CHECK((co_await client.receive()).at("Status") == "Complete");
        plist::value mount{{"Command", "MountImage"}, {"ImageType", "Developer"}};
        mount["ImageSignature"] = plist::data(plist::bytes{1, 2, 3});
        CHECK((co_await client.ask(mount)).at("Status") == "Complete");
        CHECK(device.developer_image_mounted);
        CHECK((co_await client.ask(look_up)).at("ImageSignature").size() == 1);
        CHECK((co_await client.ask(mount)).at("Error") == "ImageMountFailed");
        plist::value unmount{{"Command", "UnmountImage"}, {"MountPath", "/Developer"}};
        CHECK((co_await client.ask(unmount)).at("Status") == "Complete");
        CHECK((co_await client.ask(unmount)).contains("Error"));
        CHECK((co_await client.ask(command("Hangup"))).at("Goodbye") == true);
    }());
}

TEST_CASE("the image mounter says what stands in the way", "[virtualphone]")
{
    desk table;
    phone& device = table.add("00008130-000000000000001A", "18.5", "123456");
    device.os.unlock(device.clock.now());
    device.developer_image_mounted = false;
    table.run([&]() -> asio::awaitable<void> {
        const host_identity host = co_await paired_identity(table);
        phone_client client = co_await open_service(table, host, mounter);
        plist::value mount{{"Command", "MountImage"}, {"ImageType", "Personalized"}};
        CHECK((co_await client.ask(mount)).at("Error") == "MissingImageSignature");
        mount["ImageSignature"] = plist::data(plist::bytes{1});
        device.developer_mode = false;
        CHECK((co_await client.ask(mount)).at("DetailedError") == "Developer mode is not enabled.");
        CHECK(
            (co_await client.ask(command("QueryDeveloperModeStatus"))).at("DeveloperModeStatus") ==
            false);
        device.os.lock(device.clock.now());
        CHECK((co_await client.ask(mount)).at("Error") == "DeviceLocked");
        plist::value upload{{"Command", "ReceiveBytes"}, {"ImageSize", -1}};
        upload["ImageSize"] = 5'000'000'000;
        CHECK((co_await client.ask(upload)).contains("Error"));
        const auto identifiers = co_await client.ask(command("QueryPersonalizationIdentifiers"));
        CHECK(identifiers.at("PersonalizationIdentifiers").contains("ChipID"));
        CHECK(plist::data_at(co_await client.ask(command("QueryNonce")), "PersonalizationNonce")
                  ->size() == 48);
    }());
}

TEST_CASE("a service says no in its own way when the fault is switched on", "[virtualphone]")
{
    desk table;
    phone& device = table.add();
    table.run([&]() -> asio::awaitable<void> {
        const host_identity host = co_await paired_identity(table);
        phone_client client =
            co_await open_service(table, host, "com.apple.mobile.installation_proxy");
        device.faults.set("installation_proxy", {fault_kind::error, 1});
        CHECK((co_await client.ask(command("Lookup"))).at("Error") == "APIInternalError");
        device.faults.set("installation_proxy", {fault_kind::hang, 1});
        co_await client.send(command("Lookup"));
        table.mux.detach(device);
        CHECK(co_await client.ended());
    }());
}

} // namespace thimble::virtualphone::tests
