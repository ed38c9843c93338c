// The services that lockdown starts, as hosts use them.
#include "tests/catch2.hpp"
#include "tests/virtualphone/lockdown/phone_client.hpp"

#include <algorithm>

namespace thimble::virtualphone::tests {
namespace {

namespace asio = boost::asio;

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

TEST_CASE("installation_proxy names the runner as Xcode does", "[virtualphone]")
{
    desk table;
    table.add();
    table.run([&]() -> asio::awaitable<void> {
        const host_identity host = co_await paired_identity(table);
        phone_client client =
            co_await open_service(table, host, "com.apple.mobile.installation_proxy");
        const auto apps = (co_await client.ask(command("Lookup"))).at("LookupResult");
        const auto runner = std::ranges::find_if(apps, [](const plist::value& app) {
            return app.at("CFBundleExecutable") == "WebDriverAgentRunner-Runner";
        });
        REQUIRE(runner != apps.end());
        CHECK(runner->at("CFBundleName") == "WebDriverAgentRunner-Runner");
        CHECK(runner->at("ApplicationType") == "User");
        CHECK(runner->at("EnvironmentVariables").at("HOME") == runner->at("Container"));
    }());
}

TEST_CASE("the interface's orientation has UIKit's numbers", "[virtualphone]")
{
    desk table;
    phone& device = table.add();
    table.run([&]() -> asio::awaitable<void> {
        const host_identity host = co_await paired_identity(table);
        phone_client client = co_await open_service(table, host, "com.apple.springboardservices");
        REQUIRE(device.os.launch("com.thimble.sketch", device.clock.now()));
        for (const auto& [turn, number] :
             {std::pair{turned::landscape_left, 3}, std::pair{turned::landscape_right, 4},
              std::pair{turned::portrait, 1}}) {
            REQUIRE(device.os.rotate_interface(turn, device.clock.now()));
            CHECK((co_await client.ask({{"command", "getInterfaceOrientation"}}))
                      .at("interfaceOrientation") == number);
        }
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

TEST_CASE("a restart is answered before the line goes", "[virtualphone]")
{
    desk table;
    phone& device = table.add();
    bool restarted = false;
    table.lockdown_of(device).on_restart([&] {
        restarted = true;
        table.mux.detach(device);
    });
    table.run([&]() -> asio::awaitable<void> {
        const host_identity host = co_await paired_identity(table);
        device.os.unlock(device.clock.now());
        phone_client client =
            co_await open_service(table, host, "com.apple.mobile.diagnostics_relay");
        plist::value restart{{"Request", "Restart"}};
        SECTION("at once")
        {
            CHECK((co_await client.ask(restart)).at("Status") == "Success");
            CHECK(co_await client.ended());
        }
        SECTION("after the host has gone")
        {
            restart["WaitForDisconnect"] = true;
            CHECK((co_await client.ask(restart)).at("Status") == "Success");
            CHECK_FALSE(restarted);
            CHECK((co_await client.ask({{"Request", "Goodbye"}})).at("Status") == "Success");
            CHECK(co_await client.ended());
        }
        CHECK(restarted);
    }());
}

TEST_CASE("amfi reveals the switch of developer mode", "[virtualphone]")
{
    desk table;
    phone& device = table.add("00008130-000000000000001A", "18.5", "123456");
    device.developer_mode = false;
    device.os.unlock(device.clock.now());
    bool restarted = false;
    table.lockdown_of(device).on_restart([&] { restarted = true; });
    table.run([&]() -> asio::awaitable<void> {
        const host_identity host = co_await paired_identity(table);
        phone_client client = co_await open_service(table, host, "com.apple.amfi.lockdown");
        CHECK_FALSE(device.developer_menu);
        CHECK((co_await client.ask({{"action", 0}})).at("success") == true);
        CHECK(device.developer_menu);
        CHECK((co_await client.ask({{"action", 1}})).at("Error") == "Device has a passcode set");
        CHECK((co_await client.ask({{"action", 2}})).at("Error") == "Device has a passcode set");
        CHECK_FALSE(device.developer_mode);
        CHECK_FALSE(restarted);
    }());
}

TEST_CASE("developer mode is switched on by amfi where there is no passcode", "[virtualphone]")
{
    desk table;
    phone& device = table.add();
    device.developer_mode = false;
    device.os.unlock(device.clock.now());
    int restarts = 0;
    table.lockdown_of(device).on_restart([&] {
        ++restarts;
        device.restarted();
    });
    table.run([&]() -> asio::awaitable<void> {
        const host_identity host = co_await paired_identity(table);
        phone_client client = co_await open_service(table, host, "com.apple.amfi.lockdown");
        const auto refusal = co_await client.ask({{"action", 2}}); // nobody has been asked
        CHECK(refusal.at("Error") == "An unknown error has occured");
        CHECK((co_await client.ask({{"action", 1}})).at("success") == 1);
        CHECK_FALSE(device.developer_mode);
        CHECK((co_await client.ask({{"action", 2}})).at("success") == true);
        CHECK(restarts == 1);
        CHECK(device.developer_mode);
        CHECK_FALSE(device.developer_image_mounted);
        CHECK((co_await client.ask({{"action", 2}})).contains("Error"));
    }());
}

TEST_CASE("amfi's action turns developer mode off where it is on, and the phone asks",
          "[virtualphone]")
{
    desk table;
    phone& device = table.add();
    device.os.unlock(device.clock.now());
    table.lockdown_of(device).on_restart([&] { device.restarted(); });
    table.run([&]() -> asio::awaitable<void> {
        const host_identity host = co_await paired_identity(table);
        phone_client client = co_await open_service(table, host, "com.apple.amfi.lockdown");
        CHECK((co_await client.ask({{"action", 1}})).at("success") == 1);
        CHECK_FALSE(device.developer_mode);
        CHECK((co_await client.ask({{"action", 2}})).at("success") == true);
        CHECK(device.developer_mode);
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

TEST_CASE("iOS 14 to 16 speak DTX behind lockdown, at once and with TLS", "[virtualphone]")
{
    const plist::bytes beginning{0x79, 0x5B, 0x3D, 0x1F, 0x20, 0, 0, 0, 0, 0, 1, 0};
    for (const auto* ios : {"15.8", "16.7"}) {
        desk table;
        table.add("00008130-000000000000001A", ios);
        table.run([&]() -> asio::awaitable<void> {
            const host_identity host = co_await paired_identity(table);
            for (const auto* service :
                 {"com.apple.testmanagerd.lockdown.secure",
                  "com.apple.instruments.remoteserver.DVTSecureSocketProxy"}) {
                phone_client client = co_await open_service(table, host, service);
                CHECK(co_await client.receive_raw(beginning.size()) == beginning);
                co_await client.send_raw(plist::bytes(32)); // no frame
                CHECK(co_await client.ended());
            }
        }());
    }
}

TEST_CASE("DTX without TLS is gone, and from iOS 17 on it is in the tunnel alone", "[virtualphone]")
{
    const auto refused = [](const char* ios, const char* service) {
        desk table;
        table.add("00008130-000000000000001A", ios);
        table.run([&]() -> asio::awaitable<void> {
            const host_identity host = co_await paired_identity(table);
            phone_client session = co_await open_session(table, host);
            auto request = lockdown_request("StartService");
            request["Service"] = service;
            CHECK((co_await session.ask(std::move(request))).at("Error") == "InvalidService");
        }());
    };
    refused("16.7", "com.apple.instruments.remoteserver");
    refused("16.7", "com.apple.testmanagerd.lockdown");
    refused("18.5", "com.apple.instruments.remoteserver.DVTSecureSocketProxy");
    refused("18.5", "com.apple.testmanagerd.lockdown.secure");
    refused("13.7", "com.apple.testmanagerd.lockdown.secure");
}

} // namespace thimble::virtualphone::tests
