#include "device/coredevice/recorded_value.hpp"

#include "device/coredevice/service_names.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <string_view>
#include <variant>

namespace thimble::device::coredevice {
namespace {

using nlohmann::json;

constexpr std::size_t most_message_bytes = 1UL << 20; // of a message, about
constexpr std::size_t bytes_of_any_value = 24;        // with its kind and punctuation
constexpr std::size_t longest_text = 200;
constexpr std::size_t longest_data = 256; // that is written in hexadecimal
constexpr std::size_t most_uuids = 256;
constexpr double longest_number = 4'294'967'295.0; // serial numbers have more than 32 bits

constexpr auto withheld_text = "(text withheld)";
constexpr auto withheld_number = "withheld";

constexpr auto names_of_kinds = std::to_array<std::string_view>(
    {"int64", "uint64", "double", "date", "data", "uuid", "file_transfer", "dictionary"});

/// Members whose texts name a release, a model, a state of the phone or a word of the protocol.
constexpr auto public_members = std::to_array<std::string_view>({
    "AVCMediaStreamNegotiatorAccessNetworkType",
    "BuildVersion",
    "CPUArchitecture",
    "CoreDevice.actionIdentifier",
    "CoreDevice.featureIdentifier",
    "CoreDeviceVideoDisplayMode",
    "DeviceClass",
    "DeviceTypeHint",
    "Entitlement",
    "Features",
    "HWModel",
    "HardwarePlatform",
    "HumanReadableProductVersionString",
    "Image4CryptoHashMethod",
    "MessageType",
    "MobileDeviceMinimumVersion",
    "OSVersion",
    "Port",
    "ProductName",
    "ProductType",
    "ThinningProductType",
    "Transport",
    "TxCodecFeatureListString",
    "avcFrameworkVersion",
    "backlightState",
    "bootState",
    "bundleVersion",
    "command",
    "currentDeviceNonFlatOrientation",
    "currentDeviceOrientation",
    "currentOrientation",
    "developerModeStatus",
    "direction",
    "domain",
    "featureIdentifier",
    "hardwareModel",
    "imageFormat",
    "marketingName",
    "messageType",
    "osBuildUpdate",
    "osVersionNumber",
    "pasteboardName",
    "platform",
    "productType",
    "requestedFormat",
    "rotate",
    "stringValue",
    "supportedFeaturesDescription",
    "type",
    "version",
});

/// All that is written where people have written the rest.
constexpr auto members_of_protocol = std::to_array<std::string_view>({"command", "pasteboardName"});

/// Members that only say of which kind the value of the one above them is.
constexpr auto wrappers = std::to_array<std::string_view>({"_0", "data", "string"});

constexpr auto folders_of_system =
    std::to_array<std::string_view>({"/Applications/", "/System/", "/bin/", "/sbin/", "/usr/"});

bool is_among(const auto& names, std::string_view name)
{
    return std::ranges::find(names, name) != names.end();
}

/// "com.apple.mobilenotes"
bool names_part_of_apple(std::string_view text)
{
    constexpr std::string_view others = "._-";
    return text.starts_with("com.apple.") && std::ranges::all_of(text, [&](char each) {
               return (each >= 'a' && each <= 'z') || (each >= 'A' && each <= 'Z') ||
                      (each >= '0' && each <= '9') || others.contains(each);
           });
}

bool is_path_of_system(std::string_view text)
{
    constexpr std::string_view scheme = "file://";
    if (text.starts_with(scheme))
        text.remove_prefix(scheme.size());
    return !text.contains("..") && std::ranges::any_of(folders_of_system, [&](auto each) {
        return text.starts_with(each);
    });
}

/// Sets of flags are as long, and no secret.
bool may_be_serial_number(std::string_view member, double number)
{
    return std::abs(number) > longest_number && !member.ends_with("Flags") &&
           !member.ends_with("Features");
}

std::string hexadecimal_of(const xpc::data& bytes)
{
    constexpr std::string_view digits = "0123456789abcdef";
    std::string result;
    for (const auto each : bytes) {
        result.push_back(digits[std::to_integer<unsigned>(each) >> 4U]);
        result.push_back(digits[std::to_integer<unsigned>(each) & 15U]);
    }
    return result;
}

json of_kind(const char* name, json content)
{
    json result = json::object();
    result[name] = std::move(content);
    return result;
}

} // namespace

/// Writes one message, value by value; `member` names the one that is being written.
class recorded_form::writer {
public:
    explicit writer(recorded_form& form) : form_(form) {}

    bool is_full() const noexcept { return full_; }

    json operator()(const xpc::dictionary& what)
    {
        json entries = json::object();
        const auto outside = member_;
        for (const auto& each : what.entries()) {
            member_ = is_among(wrappers, each.key) ? outside : std::string_view(each.key);
            spend(each.key.size());
            if (full_)
                break;
            entries.emplace(each.key, value(each.what)); // the first of a name counts
        }
        member_ = outside;
        const bool ambiguous = entries.size() == 1 && is_name_of_kind(entries.begin().key());
        return ambiguous ? of_kind("dictionary", std::move(entries)) : entries;
    }

    json operator()(const xpc::array& what)
    {
        json elements = json::array();
        for (const auto& each : what) {
            if (full_)
                break;
            elements.push_back(value(each));
        }
        return elements;
    }

    json operator()(xpc::null) const { return nullptr; }
    json operator()(bool what) const { return what; }
    json operator()(std::int64_t what) const { return number("int64", what); }
    json operator()(std::uint64_t what) const { return number("uint64", what); }
    json operator()(double what) const { return number("double", what); }
    json operator()(xpc::date what) const { return of_kind("date", what.nanoseconds); }
    json operator()(const xpc::uuid& what) const { return of_kind("uuid", form_.number_of(what)); }

    json operator()(const xpc::file_transfer& what) const
    {
        return of_kind("file_transfer", {{"id", what.id}, {"size", what.size}});
    }

    json operator()(const xpc::data& what)
    {
        json content{{"bytes", what.size()}};
        const bool shown = !form_.all_private_ && member_ == "ReportDescriptor";
        if (shown && what.size() <= longest_data) {
            content["hex"] = hexadecimal_of(what);
            spend(2 * what.size());
        }
        return of_kind("data", std::move(content));
    }

    json operator()(const std::string& what)
    {
        if (!is_public(what))
            return withheld_text;
        spend(what.size());
        return what;
    }

private:
    json value(const xpc::value& what)
    {
        spend(bytes_of_any_value);
        return std::visit(*this, what.get());
    }

    template <class Number>
    json number(const char* kind, Number what) const
    {
        if (may_be_serial_number(member_, static_cast<double>(what)))
            return of_kind(kind, withheld_number);
        return of_kind(kind, what);
    }

    bool is_public(std::string_view text) const
    {
        if (text.size() > longest_text)
            return false;
        if (form_.all_private_)
            return is_among(members_of_protocol, member_);
        return is_among(public_members, member_) || names_part_of_apple(text) ||
               is_path_of_system(text);
    }

    void spend(std::size_t bytes)
    {
        full_ = full_ || bytes > left_;
        left_ -= full_ ? 0 : bytes;
    }

    recorded_form& form_;
    std::string_view member_;
    std::size_t left_ = most_message_bytes;
    bool full_ = false;
};

recorded_form::recorded_form(std::string_view service)
    : all_private_(service == service::pasteboard)
{
}

json recorded_form::of(const xpc::dictionary& message)
{
    writer by(*this);
    auto written = by(message);
    return by.is_full() ? json() : written;
}

/// 0 for one too many.
std::uint64_t recorded_form::number_of(const xpc::uuid& what)
{
    const auto found = std::ranges::find(uuids_, what);
    if (found != uuids_.end())
        return static_cast<std::uint64_t>(found - uuids_.begin()) + 1;
    if (uuids_.size() == most_uuids)
        return 0;
    uuids_.push_back(what);
    return uuids_.size();
}

bool is_name_of_kind(std::string_view key)
{
    return is_among(names_of_kinds, key);
}

} // namespace thimble::device::coredevice
