#include "virtualphone/services/catalog.hpp"

#include "virtualphone/services/services.hpp"
#include "virtualphone/xctest/test_manager.hpp"

#include <array>

namespace thimble::virtualphone {
namespace {

constexpr auto entries = std::to_array<service_entry>({
    {.name = "com.apple.mobile.screenshotr",
     .short_name = "screenshotr",
     .serve = serve_screenshotr,
     .format = plist_format::binary,
     .needs_developer_image = true},
    {.name = "com.apple.mobile.installation_proxy",
     .short_name = "installation_proxy",
     .serve = serve_installation_proxy},
    {.name = "com.apple.springboardservices",
     .short_name = "springboardservices",
     .serve = serve_springboardservices},
    {.name = "com.apple.mobile.diagnostics_relay",
     .short_name = "diagnostics_relay",
     .serve = serve_diagnostics_relay},
    {.name = "com.apple.mobile.notification_proxy",
     .short_name = "notification_proxy",
     .serve = serve_notification_proxy},
    {.name = "com.apple.mobile.insecure_notification_proxy",
     .short_name = "notification_proxy",
     .serve = serve_notification_proxy,
     .for_strangers = true},
    {.name = "com.apple.mobile.mobile_image_mounter",
     .short_name = "mobile_image_mounter",
     .serve = serve_mobile_image_mounter},
    {.name = "com.apple.afc", .short_name = "afc", .serve = serve_afc},
    {.name = "com.apple.mobile.house_arrest",
     .short_name = "house_arrest",
     .serve = serve_house_arrest},
    {.name = "com.apple.amfi.lockdown", .short_name = "amfi", .serve = serve_amfi},
    {.name = "com.apple.mobile.heartbeat", .short_name = "heartbeat", .serve = serve_heartbeat},
    {.name = "com.apple.internal.devicecompute.CoreDeviceProxy",
     .short_name = "tunnel",
     .serve = serve_core_device_proxy,
     .needs_first_unlock = true},
    {.name = "com.apple.instruments.remoteserver.DVTSecureSocketProxy",
     .short_name = "instruments",
     .serve = serve_instruments,
     .needs_developer_image = true},
    {.name = "com.apple.testmanagerd.lockdown.secure",
     .short_name = "testmanagerd",
     .serve = serve_testmanagerd,
     .needs_developer_image = true},
});

/// Between those without TLS and those in a tunnel.
bool has_secure_developer_services(const phone& device)
{
    constexpr int first_with_tls = 14;
    const int release = major_release(device.os.ios());
    return release >= first_with_tls && release < xctest::first_in_tunnel &&
           device.allows_development();
}

bool has(const phone& device, const service_entry& entry)
{
    if (entry.needs_developer_image && !device.developer_image_mounted)
        return false;
    if (entry.short_name == "amfi")
        return device.os.ios().developer_mode;
    if (entry.short_name == "instruments" || entry.short_name == "testmanagerd")
        return has_secure_developer_services(device);
    if (entry.short_name == "tunnel")
        return device.os.ios().tunnel;
    return entry.short_name != "screenshotr" || device.os.ios().screenshotr;
}

} // namespace

const service_entry* find_service(const phone& device, std::string_view name)
{
    for (const service_entry& entry : entries)
        if (entry.name == name)
            return has(device, entry) ? &entry : nullptr;
    return nullptr;
}

} // namespace thimble::virtualphone
