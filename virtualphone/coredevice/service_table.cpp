#include "virtualphone/coredevice/service_table.hpp"

#include "virtualphone/coredevice/services.hpp"
#include "virtualphone/coredevice/version.hpp"

#include <array>

namespace thimble::virtualphone::coredevice {
namespace {

constexpr std::string_view trusted = "com.apple.mobile.lockdown.remote.trusted";
constexpr std::string_view untrusted = "com.apple.mobile.lockdown.remote.untrusted";
constexpr std::string_view installs = "com.apple.private.CoreDevice.canInstallCustomerContent";
constexpr std::string_view reads = "com.apple.private.CoreDevice.canRetrieveDeviceInfo";
constexpr std::string_view hids = "com.apple.private.CoreDevice.hid";
constexpr std::string_view features_prefix = "com.apple.coredevice.feature.";

constexpr table_entry shim(std::string_view name, bool needs_image = false)
{
    return {.name = name, .entitlement = trusted, .needs_image = needs_image};
}

constexpr auto entries = std::to_array<table_entry>({
    {.name = "com.apple.coredevice.appservice",
     .entitlement = installs,
     .speaks = protocol::features,
     .needs_image = true,
     .features = "launchapplication,listprocesses,sendsignaltoprocess,listapps",
     .short_name = "appservice",
     .serve = serve_app_service},
    {.name = "com.apple.coredevice.deviceinfo",
     .entitlement = reads,
     .speaks = protocol::features,
     .needs_image = true,
     .features = "getdisplayinfo,getdeviceinfo,getlockstate",
     .short_name = "deviceinfo",
     .serve = serve_device_info},
    {.name = "com.apple.coredevice.screencaptureservice",
     .entitlement = reads,
     .speaks = protocol::features,
     .needs_image = true,
     .features = "capturescreenshot",
     .short_name = "screencapture",
     .serve = serve_screen_capture},
    {.name = "com.apple.coredevice.pasteboardservice",
     .entitlement = reads,
     .speaks = protocol::features,
     .needs_image = true,
     .short_name = "pasteboard",
     .serve = serve_pasteboard},
    {.name = "com.apple.coredevice.devicecontrol",
     .entitlement = reads,
     .speaks = protocol::features,
     .needs_image = true,
     .features = "remote.devicecontrol.orientation",
     .short_name = "devicecontrol",
     .serve = serve_device_control},
    {.name = "com.apple.coredevice.hid.indigo",
     .entitlement = reads,
     .speaks = protocol::features,
     .needs_image = true,
     .features = "remote.hid.button",
     .short_name = "indigo",
     .serve = serve_buttons},
    {.name = "com.apple.coredevice.displayservice",
     .entitlement = reads,
     .speaks = protocol::features,
     .needs_image = true,
     .features = "getmediasupportinfo,getmediastreamserverstatus,startmediastream,stopmediastream",
     .short_name = "display",
     .serve = serve_display},
    {.name = trusted, .entitlement = trusted, .speaks = protocol::lockdown},
    {.name = untrusted, .entitlement = untrusted, .speaks = protocol::lockdown},
    {.name = "com.apple.instruments.dtservicehub",
     .entitlement = "com.apple.private.dt.instruments.dtservicehub.client",
     .speaks = protocol::other,
     .needs_image = true},
    {.name = "com.apple.dt.testmanagerd.remote",
     .entitlement = "com.apple.private.dt.testmanagerd.client",
     .needs_image = true},
    shim("com.apple.GPUTools.MobileService.shim.remote"),
    shim("com.apple.PurpleReverseProxy.Conn.shim.remote"),
    shim("com.apple.PurpleReverseProxy.Ctrl.shim.remote"),
    shim("com.apple.accessibility.axAuditDaemon.remoteserver.shim.remote", true),
    shim("com.apple.afc.shim.remote"),
    shim("com.apple.amfi.lockdown.shim.remote"),
    shim("com.apple.atc.shim.remote"),
    shim("com.apple.atc2.shim.remote"),
    shim("com.apple.bluetooth.BTPacketLogger.shim.remote"),
    shim("com.apple.companion_proxy.shim.remote"),
    shim("com.apple.crashreportcopymobile.shim.remote"),
    shim("com.apple.crashreportmover.shim.remote"),
    shim("com.apple.internal.devicecompute.CoreDeviceProxy.shim.remote"),
    shim("com.apple.iosdiagnostics.relay.shim.remote"),
    shim("com.apple.misagent.shim.remote"),
    shim("com.apple.mobile.MCInstall.shim.remote"),
    shim("com.apple.mobile.assertion_agent.shim.remote"),
    shim("com.apple.mobile.diagnostics_relay.shim.remote"),
    shim("com.apple.mobile.file_relay.shim.remote"),
    shim("com.apple.mobile.heartbeat.shim.remote"),
    shim("com.apple.mobile.house_arrest.shim.remote"),
    shim("com.apple.mobile.installation_proxy.shim.remote"),
    shim("com.apple.mobile.mobile_image_mounter.shim.remote"),
    shim("com.apple.mobile.notification_proxy.shim.remote"),
    shim("com.apple.mobileactivationd.shim.remote"),
    shim("com.apple.mobilebackup2.shim.remote"),
    shim("com.apple.mobilesync.shim.remote"),
    shim("com.apple.os_trace_relay.shim.remote"),
    shim("com.apple.pcapd.shim.remote"),
    shim("com.apple.preboardservice.shim.remote"),
    shim("com.apple.springboardservices.shim.remote"),
    shim("com.apple.streaming_zip_conduit.shim.remote"),
    shim("com.apple.syslog_relay.shim.remote"),
    shim("com.apple.webinspector.shim.remote"),
    {.name = "com.apple.coredevice.openstdiosocket",
     .entitlement = installs,
     .speaks = protocol::plain,
     .needs_image = true},
    {.name = "com.apple.coredevice.hid.universalhidservice",
     .entitlement = hids,
     .speaks = protocol::features,
     .needs_image = true,
     .needs_xcode_27 = true,
     .features = "remote.universalhidservice",
     .short_name = "universalhid",
     .serve = serve_universal_hid},
    {.name = "com.apple.coredevice.hid.universalhid",
     .entitlement = hids,
     .speaks = protocol::features,
     .needs_image = true,
     .needs_xcode_27 = true,
     .features = "remote.hid.keyboard",
     .short_name = "hidkeys",
     .serve = serve_hid_keys},
});

} // namespace

std::span<const table_entry> service_table()
{
    return entries;
}

bool is_there(const phone& device, const table_entry& entry)
{
    if (entry.needs_xcode_27 && !device.has_image_of_xcode_27())
        return false;
    return !entry.needs_image || (device.developer_image_mounted && device.developer_mode);
}

std::vector<std::string> features_of(const phone& device, const table_entry& entry)
{
    std::vector<std::string> result;
    std::string_view rest = entry.features;
    while (!rest.empty()) {
        const std::size_t comma = std::min(rest.find(','), rest.size());
        result.push_back(std::string(features_prefix) + std::string(rest.substr(0, comma)));
        rest.remove_prefix(std::min(comma + 1, rest.size()));
    }
    if (entry.short_name == "appservice" && major_version(device) >= first_with_stream)
        result.push_back(std::string(features_prefix) + "streamapplist");
    if (entry.short_name == "deviceinfo" && major_version(device) >= first_with_stream)
        result.push_back(std::string(features_prefix) + "displayinfoupdates");
    return result;
}

} // namespace thimble::virtualphone::coredevice
