// lockdownd's conversation: values, services, and hosts that misbehave.
#include "tests/catch2.hpp"
#include "tests/virtualphone/lockdown/phone_client.hpp"
#include "tests/virtualphone/mux/mux_host.hpp"
#include "virtualphone/phone/device_facts.hpp"

#include <boost/system/system_error.hpp>

namespace thimble::virtualphone::tests {
namespace {

namespace asio = boost::asio;

plist::value get_value(std::string_view domain, std::string_view key)
{
    auto request = lockdown_request("GetValue");
    if (!domain.empty())
        request["Domain"] = domain;
    if (!key.empty())
        request["Key"] = key;
    return request;
}

plist::value start_service(std::string_view name)
{
    auto request = lockdown_request("StartService");
    request["Service"] = name;
    return request;
}

} // namespace

TEST_CASE("a stranger may know a few things about the phone", "[virtualphone]")
{
    desk table;
    table.add();
    table.run([&]() -> asio::awaitable<void> {
        phone_client lockdown = co_await open_lockdown(table);
        CHECK((co_await lockdown.ask(lockdown_request("QueryType"))).at("Type") ==
              "com.apple.mobile.lockdown");
        CHECK((co_await lockdown.ask(get_value("", "ProductType"))).at("Value") == "iPhone16,1");
        CHECK((co_await lockdown.ask(get_value("", "SerialNumber"))).at("Error") ==
              "GetProhibited");
        CHECK((co_await lockdown.ask(get_value("com.apple.mobile.battery", ""))).at("Error") ==
              "GetProhibited");
        const auto all = (co_await lockdown.ask(get_value("", ""))).at("Value");
        CHECK(all.contains("UniqueDeviceID"));
        CHECK_FALSE(all.contains("SerialNumber"));
    }());
}

TEST_CASE("a paired host knows the rest", "[virtualphone]")
{
    desk table;
    table.add();
    table.run([&]() -> asio::awaitable<void> {
        const host_identity host = co_await paired_identity(table);
        phone_client session = co_await open_session(table, host);
        const auto screen =
            (co_await session.ask(get_value("com.apple.mobile.iTunes", ""))).at("Value");
        CHECK(screen.at("ScreenWidth") == 1179);
        CHECK(screen.at("ScreenHeight") == 2556);
        CHECK(screen.at("ScreenScaleFactor") == 3.0);
        CHECK(
            (co_await session.ask(get_value("com.apple.security.mac.amfi", "DeveloperModeStatus")))
                .at("Value") == true);
        CHECK((co_await session.ask(get_value("", "UniqueChipID"))).at("Value") == 0x1A);
        CHECK((co_await session.ask(get_value("", "NoSuchKey"))).at("Error") == "MissingValue");
        auto set = get_value("com.apple.mobile.wireless_lockdown", "EnableWifiConnections");
        set["Request"] = "SetValue";
        set["Value"] = true;
        CHECK_FALSE((co_await session.ask(set)).contains("Error"));
        set["Request"] = "GetValue";
        CHECK((co_await session.ask(set)).at("Value") == true);
        set["Request"] = "RemoveValue";
        CHECK_FALSE((co_await session.ask(set)).contains("Error"));
        auto forbidden = get_value("", "ProductVersion");
        forbidden["Request"] = "SetValue";
        forbidden["Value"] = "99";
        CHECK((co_await session.ask(forbidden)).at("Error") == "SetProhibited");
    }());
}

TEST_CASE("values have the types that a phone gives them", "[virtualphone]")
{
    desk table;
    phone& device = table.add("00008130-000000000000001A", "18.5", "123456");
    device.os.unlock(device.clock.now());
    table.run([&]() -> asio::awaitable<void> {
        const host_identity host = co_await paired_identity(table);
        phone_client session = co_await open_session(table, host);
        const auto offset = co_await session.ask(get_value("", "TimeZoneOffsetFromUTC"));
        CHECK(offset.at("Value").is_number_float());
        const auto switches = co_await session.ask(get_value("com.apple.Accessibility", ""));
        for (const auto& [name, value] : switches.at("Value").items()) {
            INFO(name);
            CHECK(value.is_number_integer());
        }
        CHECK((co_await session.ask(get_value("", "PasswordProtected"))).at("Value") == false);
        device.os.lock(device.clock.now());
        CHECK((co_await session.ask(get_value("", "PasswordProtected"))).at("Value") == true);
    }());
}

TEST_CASE("London's clocks change on the last Sundays of March and October", "[virtualphone]")
{
    using namespace std::chrono_literals;
    const auto at = [](std::chrono::year_month_day day, std::chrono::hours hour) {
        return london_offset(std::chrono::sys_days(day) + hour);
    };
    CHECK(at(2026y / 3 / 29, 0h) == 0);
    CHECK(at(2026y / 3 / 29, 1h) == 3600);
    CHECK(at(2026y / 10 / 25, 0h) == 3600);
    CHECK(at(2026y / 10 / 25, 1h) == 0);
}

TEST_CASE("a port of a service is for one connection", "[virtualphone]")
{
    desk table;
    table.add();
    table.run([&]() -> asio::awaitable<void> {
        const host_identity host = co_await paired_identity(table);
        phone_client session = co_await open_session(table, host);
        const auto answer = co_await session.ask(start_service("com.apple.mobile.heartbeat"));
        CHECK(answer.at("EnableServiceSSL") == true);
        const auto port = answer.at("Port").get<std::uint16_t>();
        phone_client first = co_await open_port(table, port);
        mux_host second(table.connect());
        CHECK(co_await second.connect(1, port) == 3);
    }());
}

TEST_CASE("services that a host cannot have are refused by name", "[virtualphone]")
{
    desk table;
    phone& device = table.add();
    table.run([&]() -> asio::awaitable<void> {
        const host_identity host = co_await paired_identity(table);
        phone_client stranger = co_await open_lockdown(table);
        CHECK((co_await stranger.ask(start_service("com.apple.mobile.heartbeat"))).at("Error") ==
              "SessionInactive");
        const auto open_to_all =
            co_await stranger.ask(start_service("com.apple.mobile.insecure_notification_proxy"));
        CHECK(open_to_all.at("EnableServiceSSL") == false);
        phone_client session = co_await open_session(table, host);
        CHECK((co_await session.ask(start_service("com.example.none"))).at("Error") ==
              "InvalidService");
        CHECK((co_await session.ask(start_service("com.apple.mobile.screenshotr"))).at("Error") ==
              "InvalidService"); // this iOS has none
        CHECK((co_await session.ask(lockdown_request("StartService"))).at("Error") ==
              "MissingService");
        device.faults.set("heartbeat", {fault_kind::refuse, 1});
        const auto refused = co_await session.ask(start_service("com.apple.mobile.heartbeat"));
        mux_host mux(table.connect());
        CHECK(co_await mux.connect(1, refused.at("Port").get<std::uint16_t>()) == 3);
    }());
}

TEST_CASE("a session ends when the host says so, and the connection lives on", "[virtualphone]")
{
    desk table;
    table.add();
    table.run([&]() -> asio::awaitable<void> {
        const host_identity host = co_await paired_identity(table);
        phone_client session = co_await open_session(table, host);
        auto request = lockdown_request("StartSession");
        request["HostID"] = host.host_id;
        request["SystemBUID"] = host.system_buid;
        CHECK((co_await session.ask(request)).at("Error") == "SessionActive");
        auto stop = lockdown_request("StopSession");
        stop["SessionID"] = "another";
        CHECK((co_await session.ask(stop)).at("Error") == "InvalidSessionID");
        phone_client stranger = co_await open_lockdown(table);
        CHECK((co_await stranger.ask(stop)).at("Error") == "SessionInactive");
    }());
}

TEST_CASE("requests that lockdown does not know are answered", "[virtualphone]")
{
    desk table;
    table.add();
    table.run([&]() -> asio::awaitable<void> {
        phone_client lockdown = co_await open_lockdown(table);
        CHECK((co_await lockdown.ask(lockdown_request("MakeTea"))).at("Error") == "InvalidRequest");
        CHECK((co_await lockdown.ask(plist::value::array({1}))).at("Error") == "InvalidRequest");
        co_await lockdown.send(lockdown_request("QueryType"), true); // binary is as good
        CHECK((co_await lockdown.receive()).at("Type") == "com.apple.mobile.lockdown");
        CHECK((co_await lockdown.ask(lockdown_request("Goodbye"))).at("Request") == "Goodbye");
        CHECK(co_await lockdown.ended());
    }());
}

TEST_CASE("lengths and bodies that cannot be end the connection", "[virtualphone]")
{
    desk table;
    table.add();
    const auto raw = GENERATE(plist::bytes{0xFF, 0xFF, 0xFF, 0xFF}, plist::bytes{0, 0, 0, 0},
                              plist::bytes{0, 0, 0, 4, 'j', 'u', 'n', 'k'});
    table.run([&]() -> asio::awaitable<void> {
        phone_client lockdown = co_await open_lockdown(table);
        co_await lockdown.send_raw(raw);
        CHECK(co_await lockdown.ended());
        phone_client next = co_await open_lockdown(table);
        CHECK((co_await next.ask(lockdown_request("QueryType"))).contains("Type"));
    }());
}

TEST_CASE("lockdown's faults show in its answers", "[virtualphone]")
{
    desk table;
    phone& device = table.add();
    table.run([&]() -> asio::awaitable<void> {
        phone_client lockdown = co_await open_lockdown(table);
        device.faults.set("lockdown", {fault_kind::error, 1});
        CHECK((co_await lockdown.ask(lockdown_request("QueryType"))).at("Error") ==
              "InvalidResponse");
        device.faults.set("lockdown", {fault_kind::delay, 1, milliseconds(20)});
        const auto before = std::chrono::steady_clock::now();
        CHECK((co_await lockdown.ask(lockdown_request("QueryType"))).contains("Type"));
        CHECK(std::chrono::steady_clock::now() - before >= std::chrono::milliseconds(20));
        device.faults.set("lockdown", {fault_kind::trickle, 1, milliseconds(1)});
        CHECK((co_await lockdown.ask(lockdown_request("QueryType"))).contains("Type"));
        device.faults.set("lockdown", {fault_kind::cut, 1});
        co_await lockdown.send(lockdown_request("QueryType"));
        CHECK(co_await lockdown.ended());
    }());
}

} // namespace thimble::virtualphone::tests
