#include "service/setup/agent_settings.hpp"

#include "service/setup/serving.hpp"
#include "service/setup/settings.hpp"

#include <array>

namespace thimble::service {

namespace {

constexpr std::array agent_setting_names{
    setting_name{.key = "allowed_apps", .variable = "THIMBLE_AGENT_ALLOWED_APPS"},
    setting_name{.key = "denied_apps", .variable = "THIMBLE_AGENT_DENIED_APPS"},
    setting_name{.key = "confirm", .variable = "THIMBLE_AGENT_CONFIRM"},
};

/// The list of one setting alone, so that an error can name it.
std::expected<agent::permissions, std::string> parse_alone(std::string_view key,
                                                           std::string_view list)
{
    if (key == "allowed_apps")
        return agent::parse_permissions(list, "", "");
    if (key == "denied_apps")
        return agent::parse_permissions("", list, "");
    return agent::parse_permissions("", "", list);
}

} // namespace

std::expected<agent::permissions, early_end>
read_agent_settings(std::span<const std::filesystem::path> files, const environment& variables)
{
    const auto read = read_settings("agent", agent_setting_names, files, variables);
    if (!read)
        return std::unexpected(early_end{.code = exit_configuration, .text = read.error()});
    agent::permissions out;
    for (const auto& [key, said] : *read) {
        auto part = parse_alone(key, said.value);
        if (!part)
            return std::unexpected(wrong_setting(said, part.error()));
        if (key == "allowed_apps" && part->allowed_apps.empty())
            return std::unexpected(
                wrong_setting(said, "names no app; without this setting agents may use every app"));
        if (key == "allowed_apps")
            out.allowed_apps = std::move(part->allowed_apps);
        else if (key == "denied_apps")
            out.denied_apps = std::move(part->denied_apps);
        else {
            out.confirmed_apps = std::move(part->confirmed_apps);
            out.confirmed_tools = std::move(part->confirmed_tools);
            out.confirm_secrets = part->confirm_secrets;
        }
    }
    return out;
}

} // namespace thimble::service
