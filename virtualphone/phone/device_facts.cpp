#include "virtualphone/phone/device_facts.hpp"

#include <algorithm>
#include <chrono>
#include <fmt/format.h>
#include <string_view>

namespace thimble::virtualphone {
namespace {

constexpr std::int64_t total_bytes = 128'000'000'000;
constexpr std::int64_t free_bytes = 61'234'569'216;

/// A number that differs from phone to phone and is the same at every start.
std::uint64_t fingerprint(std::string_view udid)
{
    std::uint64_t hash = 0xCBF2'9CE4'8422'2325;
    for (const char c : udid)
        hash = (hash ^ static_cast<unsigned char>(c)) * 0x100'0000'01B3;
    return hash;
}

std::string serial_number(const phone& device)
{
    constexpr std::string_view letters = "0123456789CDFGHJKLMNPQRTVWXY";
    std::uint64_t rest = fingerprint(device.os.who().udid);
    std::string serial;
    while (serial.size() < 10) {
        serial += letters[rest % letters.size()];
        rest /= letters.size();
    }
    return serial;
}

std::string hardware_address(const phone& device, unsigned last)
{
    const std::uint64_t bits = fingerprint(device.os.who().udid);
    return fmt::format("a4:83:e7:{:02x}:{:02x}:{:02x}", bits >> 16 & 0xFF, bits >> 8 & 0xFF,
                       (bits + last) & 0xFF);
}

double seconds_since_1970()
{
    const auto now = std::chrono::system_clock::now().time_since_epoch();
    return std::chrono::duration<double>(now).count();
}

} // namespace

double london_offset(std::chrono::sys_seconds at)
{
    using std::chrono::last;
    using std::chrono::Sunday;
    constexpr std::chrono::hours change{1}; // UTC, both ways
    constexpr double summer = 3600;
    const auto day = std::chrono::floor<std::chrono::days>(at);
    const auto year = std::chrono::year_month_day(day).year();
    const auto begin = std::chrono::sys_days(year / std::chrono::March / Sunday[last]) + change;
    const auto end = std::chrono::sys_days(year / std::chrono::October / Sunday[last]) + change;
    return at >= begin && at < end ? summer : 0;
}

std::uint64_t chip_number(const phone& device)
{
    const std::string& udid = device.os.who().udid;
    const std::size_t hyphen = udid.find('-');
    if (hyphen == udid.npos)
        return fingerprint(udid) >> 12; // real ones have 52 bits or fewer
    return std::stoull(udid.substr(hyphen + 1), nullptr, 16);
}

std::string wifi_address(const phone& device)
{
    return hardware_address(device, 0);
}

plist::value default_facts(const phone& device)
{
    const model& hardware = device.os.hardware();
    const ios_profile& ios = device.os.ios();
    const bool pad = hardware.kind == idiom::pad;
    return {
        {"ActivationState", "Activated"},
        {"BluetoothAddress", hardware_address(device, 1)},
        {"BoardId", hardware.board_id},
        {"BrickState", false},
        {"BuildVersion", ios.build},
        {"CPUArchitecture", "arm64e"},
        {"ChipID", hardware.chip_id},
        {"DeviceClass", pad ? "iPad" : "iPhone"},
        {"DeviceColor", "1"},
        {"DeviceName", device.os.who().name},
        {"DieID", chip_number(device)},
        {"HardwareModel", hardware.hardware_model},
        {"HardwarePlatform", fmt::format("t{:04x}", hardware.chip_id)},
        {"HasSiDP", true},
        {"HostAttached", true},
        {"ModelNumber", "MTV03"},
        {"PasswordProtected", device.os.locked() && device.os.who().passcode.has_value()},
        {"ProductName", "iPhone OS"},
        {"ProductType", hardware.product_type},
        {"ProductVersion", ios.version},
        {"ProductionSOC", true},
        {"ProtocolVersion", "2"},
        {"RegionInfo", "LL/A"},
        {"SerialNumber", serial_number(device)},
        {"SupportedDeviceFamilies", plist::value::array({pad ? 2 : 1})},
        {"TelephonyCapability", !pad},
        {"TimeIntervalSince1970", seconds_since_1970()},
        {"TimeZone", "Europe/London"},
        {"TimeZoneOffsetFromUTC",
         london_offset(std::chrono::floor<std::chrono::seconds>(std::chrono::system_clock::now()))},
        {"TrustedHostAttached", device.trust == trust::yes},
        {"UniqueChipID", chip_number(device)},
        {"UniqueDeviceID", device.os.who().udid},
        {"UseRaptorCerts", true},
        {"Uses24HourClock", true},
        {"WiFiAddress", wifi_address(device)},
    };
}

plist::value screen_facts(const phone& device)
{
    const model& hardware = device.os.hardware();
    return {{"MinITunesVersion", "12.13.0"},
            {"ScreenHeight", hardware.height_px},
            {"ScreenScaleFactor", static_cast<double>(hardware.scale)},
            {"ScreenWidth", hardware.width_px}};
}

plist::value developer_facts(const phone& device)
{
    plist::value facts = plist::value::object();
    if (device.os.ios().developer_mode)
        facts["DeveloperModeStatus"] = device.developer_mode;
    return facts;
}

plist::value battery_facts()
{
    return {{"BatteryCurrentCapacity", 87},
            {"BatteryIsCharging", true},
            {"ExternalChargeCapable", true},
            {"ExternalConnected", true},
            {"FullyCharged", false},
            {"GasGaugeCapability", true},
            {"HasBattery", true}};
}

plist::value disk_facts()
{
    return {{"AmountDataAvailable", free_bytes},
            {"TotalDataAvailable", free_bytes},
            {"TotalDataCapacity", total_bytes - 12'000'000'000},
            {"TotalDiskCapacity", total_bytes},
            {"TotalSystemCapacity", 12'000'000'000}};
}

plist::value language_facts()
{
    return {{"Keyboard", "en_GB"}, {"Language", "en"}, {"Locale", "en_GB"}};
}

plist::value wireless_facts()
{
    return {{"EnableWifiConnections", false}, {"SupportsWifi", true}};
}

plist::value accessibility_facts()
{
    // Switches are integers in this domain.
    return {{"AssistiveTouchEnabledByiTunes", 0},
            {"ClosedCaptioningEnabledByiTunes", 0},
            {"InvertDisplayEnabledByiTunes", 0},
            {"MonoAudioEnabledByiTunes", 0},
            {"SpeakAutoCorrectionsEnabledByiTunes", 0},
            {"VoiceOverTouchEnabledByiTunes", 0},
            {"ZoomTouchEnabledByiTunes", 0}};
}

} // namespace thimble::virtualphone
