#include "virtualphone/lockdown/device_values.hpp"

#include "virtualphone/phone/device_facts.hpp"

#include <algorithm>
#include <array>
#include <string_view>

namespace thimble::virtualphone {
namespace {

constexpr std::size_t longest_written = 4096;

/// Values for a host that the phone does not trust.
constexpr auto public_keys = std::to_array<std::string_view>(
    {"BuildVersion", "CPUArchitecture", "DeviceClass", "DeviceColor", "DeviceName",
     "DevicePublicKey", "HardwareModel", "HardwarePlatform", "PasswordProtected", "ProductName",
     "ProductType", "ProductVersion", "ProtocolVersion", "TelephonyCapability",
     "TrustedHostAttached", "UniqueDeviceID", "WiFiAddress"});

bool is_public(std::string_view key)
{
    return std::ranges::find(public_keys, key) != public_keys.end();
}

bool may_write(std::string_view domain, std::string_view key, bool in_session)
{
    if (domain.empty() && key == "UntrustedHostBUID")
        return true;
    if (!in_session)
        return false;
    return domain == "com.apple.Accessibility" || domain == "com.apple.mobile.wireless_lockdown" ||
           domain == "com.apple.international" || (domain.empty() && key == "TimeZone");
}

std::size_t size_of(const plist::value& value)
{
    return plist::to_binary(value).size();
}

} // namespace

std::expected<plist::value, std::string> device_values::get(const std::string& domain,
                                                            const std::optional<std::string>& key,
                                                            bool in_session) const
{
    if (!in_session && (!domain.empty() || (key && !is_public(*key))))
        return std::unexpected("GetProhibited");
    plist::value known = facts(domain);
    for (const auto& [place, value] : written_)
        if (place.first == domain)
            known[place.second] = value;
    if (key) {
        const plist::value* found = plist::find(known, *key);
        if (!found)
            return std::unexpected("MissingValue");
        return *found;
    }
    if (in_session)
        return known;
    plist::value shown = plist::value::object();
    for (const auto& [name, value] : known.items())
        if (is_public(name))
            shown[name] = value;
    return shown;
}

std::expected<void, std::string> device_values::set(const std::string& domain,
                                                    const std::string& key,
                                                    plist::value value,
                                                    bool in_session)
{
    if (!may_write(domain, key, in_session) || size_of(value) > longest_written)
        return std::unexpected("SetProhibited");
    const auto place = std::pair(domain, key);
    if (written_.size() >= most_written && !written_.contains(place))
        return std::unexpected("SetProhibited");
    written_[place] = std::move(value);
    return {};
}

std::expected<void, std::string>
device_values::remove(const std::string& domain, const std::string& key, bool in_session)
{
    if (!may_write(domain, key, in_session))
        return std::unexpected("RemoveProhibited");
    written_.erase({domain, key});
    return {};
}

plist::value device_values::facts(const std::string& domain) const
{
    if (domain.empty()) {
        plist::value all = default_facts(device_);
        all["DevicePublicKey"] = plist::data(key_.public_pem());
        return all;
    }
    if (domain == "com.apple.mobile.iTunes")
        return screen_facts(device_);
    if (domain == "com.apple.security.mac.amfi")
        return developer_facts(device_);
    if (domain == "com.apple.mobile.battery")
        return battery_facts();
    if (domain == "com.apple.disk_usage")
        return disk_facts();
    if (domain == "com.apple.international")
        return language_facts();
    if (domain == "com.apple.mobile.wireless_lockdown")
        return wireless_facts();
    if (domain == "com.apple.Accessibility")
        return accessibility_facts();
    return plist::value::object();
}

} // namespace thimble::virtualphone
