#include "service/settings/agent_settings.hpp"

#include "program/settings.hpp"
#include "service/settings/serving.hpp"
#include "text/whole_number.hpp"

#include <array>

namespace thimble::service {

namespace {

constexpr std::array agent_setting_names{
    setting_name{.key = "allowed_apps", .variable = "THIMBLE_AGENT_ALLOWED_APPS"},
    setting_name{.key = "denied_apps", .variable = "THIMBLE_AGENT_DENIED_APPS"},
    setting_name{.key = "confirm", .variable = "THIMBLE_AGENT_CONFIRM"},
    setting_name{.key = "secrets_without_asking",
                 .variable = "THIMBLE_AGENT_SECRETS_WITHOUT_ASKING"},
    setting_name{.key = "picture_limit", .variable = "THIMBLE_AGENT_PICTURE_LIMIT"},
    setting_name{.key = "picture_days", .variable = "THIMBLE_AGENT_PICTURE_DAYS"},
};

/// Settings of what is kept, and not of what agents may do.
bool is_about_pictures(std::string_view key)
{
    return key == "picture_limit" || key == "picture_days";
}

std::expected<bool, early_exit> read_flag(const setting& said)
{
    if (said.value != "true" && said.value != "false")
        return std::unexpected(wrong_setting(said, "must be true or false"));
    return said.value == "true";
}

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

std::expected<void, early_exit>
apply_agent_setting(std::string_view key, const setting& said, agent::permissions& to)
{
    if (key == "secrets_without_asking") {
        const auto flag = read_flag(said);
        if (!flag)
            return std::unexpected(flag.error());
        to.secrets_without_asking = *flag;
        return {};
    }
    auto part = parse_alone(key, said.value);
    if (!part)
        return std::unexpected(wrong_setting(said, part.error()));
    if (key == "allowed_apps" && part->allowed_apps.empty())
        return std::unexpected(
            wrong_setting(said, "names no app; without this setting agents may use every app"));
    if (key == "allowed_apps")
        to.allowed_apps = std::move(part->allowed_apps);
    else if (key == "denied_apps")
        to.denied_apps = std::move(part->denied_apps);
    else {
        to.confirmed_apps = std::move(part->confirmed_apps);
        to.confirmed_tools = std::move(part->confirmed_tools);
        to.confirm_secrets = part->confirm_secrets;
    }
    return {};
}

} // namespace

std::expected<agent::permissions, early_exit>
read_agent_settings(std::span<const std::filesystem::path> files, const environment& variables)
{
    const auto read = read_settings("agent", agent_setting_names, files, variables);
    if (!read)
        return std::unexpected(early_exit{.code = exit_configuration, .text = read.error()});
    agent::permissions out;
    for (const auto& [key, said] : *read) {
        if (is_about_pictures(key))
            continue;
        if (auto applied = apply_agent_setting(key, said, out); !applied)
            return std::unexpected(std::move(applied.error()));
    }
    return out;
}

std::expected<session_picture_settings, early_exit>
read_session_picture_settings(std::span<const std::filesystem::path> files,
                              const environment& variables)
{
    constexpr int most_mebibytes = 1 << 24;
    constexpr unsigned mebibyte = 20; // as a power of 2
    constexpr int most_days = 3650;
    const auto read = read_settings("agent", agent_setting_names, files, variables);
    if (!read)
        return std::unexpected(early_exit{.code = exit_configuration, .text = read.error()});
    session_picture_settings out;
    if (const auto* said = find_setting(*read, "picture_limit"); said != nullptr) {
        const auto size = whole_number(said->value, 1, most_mebibytes);
        if (!size)
            return std::unexpected(
                wrong_setting(*said, "must be a whole number of MiB from 1 to 16777216"));
        out.bytes = static_cast<std::size_t>(*size) << mebibyte;
    }
    if (const auto* said = find_setting(*read, "picture_days"); said != nullptr) {
        const auto days = whole_number(said->value, 1, most_days);
        if (!days)
            return std::unexpected(
                wrong_setting(*said, "must be a whole number of days from 1 to 3650"));
        out.age = std::chrono::days(*days);
    }
    return out;
}

} // namespace thimble::service
