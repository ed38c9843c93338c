// diagnostics_relay: battery and hardware facts, and the phone's sleep, restart and shutdown.
#include "virtualphone/phone/device_facts.hpp"
#include "virtualphone/services/services.hpp"

#include <boost/asio/awaitable.hpp>

#include <charconv>

namespace thimble::virtualphone {
namespace {

namespace asio = boost::asio;

const plist::value relay_failure{{"Status", "Failure"}};

plist::value success(plist::value diagnostics)
{
    plist::value answer{{"Status", "Success"}};
    answer["Diagnostics"] = std::move(diagnostics);
    return answer;
}

plist::value gas_gauge()
{
    return {{"CycleCount", 112},
            {"DesignCapacity", 3274},
            {"FullChargeCapacity", 3120},
            {"Status", "Success"}};
}

plist::value wifi()
{
    return {{"Status", "Success"}};
}
plist::value nand()
{
    return {{"Status", "Success"}};
}

/// Gone since 17.4.
bool has_mobile_gestalt(const ios_profile& ios)
{
    int major = 0;
    int minor = 0;
    const std::string_view version = ios.version;
    const char* const end = version.data() + version.size();
    const auto [dot, bad] = std::from_chars(version.data(), end, major);
    if (bad == std::errc{} && dot != end)
        std::from_chars(dot + 1, end, minor);
    return major < 17 || (major == 17 && minor < 4);
}

plist::value mobile_gestalt(service_session& session, const plist::value& request)
{
    if (!has_mobile_gestalt(session.os().ios()))
        return success({{"MobileGestalt", {{"Status", "MobileGestaltDeprecated"}}}});
    const plist::value facts = default_facts(session.device);
    plist::value found{{"Status", "Success"}};
    const plist::value* keys = plist::find(request, "MobileGestaltKeys");
    if (!keys || !keys->is_array())
        return relay_failure;
    for (const plist::value& key : *keys)
        if (key.is_string())
            if (const plist::value* fact = plist::find(facts, key.get_ref<const std::string&>()))
                found[key.get_ref<const std::string&>()] = *fact;
    plist::value diagnostics = plist::value::object();
    diagnostics["MobileGestalt"] = std::move(found);
    return success(std::move(diagnostics));
}

plist::value battery_entry()
{
    return {{"IORegistryEntryName", "AppleSmartBattery"},
            {"CurrentCapacity", 87},
            {"MaxCapacity", 100},
            {"IsCharging", true},
            {"ExternalConnected", true},
            {"FullyCharged", false},
            {"CycleCount", 112},
            {"Temperature", 2780},
            {"Voltage", 4211}};
}

plist::value io_registry(const plist::value& request)
{
    const std::string name = plist::string_at(request, "EntryName").value_or("");
    const std::string kind = plist::string_at(request, "EntryClass").value_or("");
    plist::value diagnostics = plist::value::object();
    if (name == "AppleSmartBattery" || kind == "AppleSmartBattery" || kind == "IOPMPowerSource")
        diagnostics["IORegistry"] = battery_entry();
    else if (plist::string_at(request, "CurrentPlane"))
        diagnostics["IORegistry"] = {{"IORegistryEntryName", "Root"},
                                     {"children", plist::value::array({battery_entry()})}};
    else
        return relay_failure;
    return success(std::move(diagnostics));
}

plist::value diagnostics_named(std::string_view request)
{
    const bool all = request == "All";
    plist::value diagnostics = plist::value::object();
    if (all || request == "GasGauge")
        diagnostics["GasGauge"] = gas_gauge();
    if (all || request == "WiFi")
        diagnostics["WiFi"] = wifi();
    if (all || request == "NAND")
        diagnostics["NAND"] = nand();
    return diagnostics;
}

plist::value answer_relay(service_session& session, const plist::value& request)
{
    const std::string name = plist::string_at(request, "Request").value_or("");
    if (name == "MobileGestalt")
        return mobile_gestalt(session, request);
    if (name == "IORegistry")
        return io_registry(request);
    if (name == "Goodbye" || name == "Sleep" || name == "Restart" || name == "Shutdown")
        return {{"Status", "Success"}};
    plist::value diagnostics = diagnostics_named(name);
    if (diagnostics.empty())
        return {{"Status", "UnknownRequest"}};
    return success(std::move(diagnostics));
}

bool restarts(const std::string& request)
{
    // A phone on the cable comes back after a shutdown, too.
    return request == "Restart" || request == "Shutdown";
}

/// False: the host has said goodbye, or has gone.
asio::awaitable<bool> serve_request(service_session& session, bool& restart_at_the_end)
{
    const plist::value request = co_await session.host.receive();
    const std::string name = plist::string_at(request, "Request").value_or("");
    co_await session.host.send(answer_relay(session, request), relay_failure);
    if (name == "Sleep")
        session.os().lock(session.device.clock.now());
    const plist::value* waits = plist::find(request, "WaitForDisconnect");
    if (restarts(name) && waits && *waits == plist::value(true))
        restart_at_the_end = true;
    else if (restarts(name))
        co_await switch_off(session);
    co_return name != "Goodbye";
}

} // namespace

asio::awaitable<void> serve_diagnostics_relay(service_session& session)
{
    bool restart_at_the_end = false;
    try {
        while (co_await serve_request(session, restart_at_the_end)) {
            // One request after the other.
        }
    } catch (const boost::system::system_error&) {
        if (!restart_at_the_end)
            throw;
    }
    if (restart_at_the_end)
        co_await switch_off(session);
}

} // namespace thimble::virtualphone
