#include "device/coredevice/invocation.hpp"

#include "device/coredevice/xpc_members.hpp"
#include "device/text_limit.hpp"

#include <random>
#include <string_view>
#include <utility>

namespace thimble::device::coredevice {
namespace {

constexpr std::int64_t protocol_version = 2; // 0 and 1 are taken as well
constexpr std::uint64_t version_major =
    629; // of Apple's own host, as appium-ios-remotexpc names it
constexpr std::uint64_t version_minor = 3;
constexpr std::int64_t not_implemented = 2; // of the domain of actions
constexpr std::size_t most_bytes = 300;     // of a phone's own words

xpc::dictionary host_version()
{
    return {{"components", xpc::array{version_major, version_minor}},
            {"originalComponentsCount", std::int64_t{2}},
            {"stringValue", std::to_string(version_major) + "." + std::to_string(version_minor)}};
}

/// All that it says, since the first sentence alone is often the same for every reason.
std::string words_of(const xpc::dictionary& error)
{
    const auto* about = xpc::member<xpc::dictionary>(error, "userInfo");
    std::string all;
    for (const auto* key :
         {"NSLocalizedDescription", "NSLocalizedFailureReason", "NSDebugDescription"}) {
        const auto words = about == nullptr ? std::string() : xpc::text_member(*about, key);
        if (!words.empty() && !all.contains(words))
            all += (all.empty() ? "" : " ") + words;
    }
    return cut_to_line(all, most_bytes);
}

failure refusal(const xpc::dictionary& error)
{
    const auto words = words_of(error);
    const auto domain = cut_to_line(xpc::text_member(error, "domain"), most_bytes);
    const auto code = xpc::integer_member(error, "code");
    const bool missing = domain.ends_with("ActionError") && code == not_implemented;
    return {.what = missing ? problem::unsupported : problem::refused,
            .phone = reached::all,
            .message = words.empty() ? "The phone refused." : "The phone refused: " + words,
            .cause = domain + " " + (code ? std::to_string(*code) : "?")};
}

} // namespace

std::string to_text(const xpc::uuid& what)
{
    constexpr std::string_view digits = "0123456789ABCDEF";
    std::string result;
    for (std::size_t at = 0; at < what.bytes.size(); ++at) {
        if (at == 4 || at == 6 || at == 8 || at == 10)
            result.push_back('-');
        result.push_back(digits[std::to_integer<unsigned>(what.bytes[at]) >> 4U]);
        result.push_back(digits[std::to_integer<unsigned>(what.bytes[at]) & 15U]);
    }
    return result;
}

xpc::uuid random_uuid()
{
    std::random_device source;
    std::uniform_int_distribution<unsigned> any_byte(0, 255);
    xpc::uuid result;
    for (auto& each : result.bytes)
        each = static_cast<std::byte>(any_byte(source));
    result.bytes[6] = (result.bytes[6] & std::byte{0x0f}) | std::byte{0x40}; // version 4
    result.bytes[8] = (result.bytes[8] & std::byte{0x3f}) | std::byte{0x80};
    return result;
}

xpc::dictionary envelope(invocation what, const host_identity& host, const xpc::uuid& id)
{
    xpc::dictionary result{{"CoreDevice.CoreDeviceDDIProtocolVersion", protocol_version},
                           {"CoreDevice.action", xpc::dictionary()},
                           {"CoreDevice.coreDeviceVersion", host_version()},
                           {"CoreDevice.deviceIdentifier", to_text(host.uuid)},
                           {"CoreDevice.featureIdentifier", std::move(what.feature)},
                           {"CoreDevice.input", std::move(what.input)},
                           {"CoreDevice.invocationIdentifier", to_text(id)}};
    if (what.action)
        result.add("CoreDevice.actionIdentifier", std::move(*what.action));
    return result;
}

result<xpc::value> output_of(const xpc::dictionary& reply)
{
    if (const auto* error = xpc::member<xpc::dictionary>(reply, "CoreDevice.error"))
        return std::unexpected(refusal(*error));
    if (const auto* output = reply.find("CoreDevice.output"))
        return *output;
    return std::unexpected(failure{.what = problem::refused,
                                   .phone = reached::all,
                                   .message = "The phone's answer has neither output nor error.",
                                   .cause = "malformed_answer"});
}

} // namespace thimble::device::coredevice
