#include "virtualphone/wda/protocol/capabilities.hpp"

#include "virtualphone/wda/protocol/arguments.hpp"

#include <array>
#include <string_view>
#include <utility>

namespace thimble::virtualphone::wda {

namespace {

using nlohmann::json;

std::unexpected<refusal> refuse_session(std::string message)
{
    return std::unexpected(refusal{errors::session_not_created, std::move(message)});
}

std::string without_vendor(std::string_view name)
{
    constexpr std::string_view vendor = "appium:";
    if (name.starts_with(vendor))
        name.remove_prefix(vendor.size());
    return std::string(name);
}

/// Adds `some` to `all`; false when a name is there already.
bool merge(json& all, const json& some)
{
    for (const auto& [name, value] : some.items()) {
        const std::string plain = without_vendor(name);
        if (all.contains(plain))
            return false;
        all[plain] = value;
    }
    return true;
}

std::expected<json, refusal> merged(const json& asked)
{
    json all = json::object();
    if (const auto always = asked.find("alwaysMatch"); always != asked.end()) {
        if (!always->is_object() || !merge(all, *always))
            return refuse_session("alwaysMatch must be an object without repeated names");
    }
    if (const auto first = asked.find("firstMatch"); first != asked.end()) {
        if (!first->is_array())
            return refuse_session("firstMatch must be a list");
        if (first->empty())
            return all;
        if (!first->front().is_object() || !merge(all, first->front()))
            return refuse_session("A capability is in both alwaysMatch and firstMatch");
    }
    return all;
}

/// Capabilities that are settings given in advance.
json settings_among(const json& all)
{
    static constexpr std::array names{"waitForIdleTimeout",        "maxTypingFrequency",
                                      "defaultAlertAction",        "shouldUseCompactResponses",
                                      "elementResponseAttributes", "accessibilityDeadline"};
    json chosen = json::object();
    for (const char* name : names) {
        if (all.contains(name))
            chosen[name] = all[name];
    }
    return chosen;
}

} // namespace

std::expected<capabilities, refusal> read_capabilities(const json& body)
{
    const auto asked = body.find("capabilities");
    if (asked == body.end() || !asked->is_object())
        return refuse_session("'capabilities' is mandatory to create a new session");
    const auto all = merged(*asked);
    if (!all)
        return std::unexpected(all.error());
    auto bundle_id = optional_text_argument(*all, "bundleId");
    auto initial_url = optional_text_argument(*all, "initialUrl");
    if (!bundle_id || !initial_url)
        return refuse_session("bundleId and initialUrl must be strings");
    return capabilities{*std::move(bundle_id), *std::move(initial_url),
                        all->value("shouldTerminateApp", json(true)) != json(false),
                        settings_among(*all)};
}

} // namespace thimble::virtualphone::wda
