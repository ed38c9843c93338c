#include "service/server/options.hpp"

#include "link/limits.hpp"
#include "program/command_line.hpp"
#include "program/logging.hpp"
#include "program/milliseconds.hpp"
#include "program/settings.hpp"
#include "program/state_directory.hpp"
#include "screen/png.hpp"
#include "service/admin/admin_arguments.hpp"
#include "service/settings/agent_settings.hpp"
#include "service/settings/model_settings.hpp"
#include "service/settings/nats_setting.hpp"
#include "service/settings/store_setting.hpp"

#include <spdlog/fmt/fmt.h>

#include <array>
#include <vector>

namespace thimble::service {

namespace {

constexpr std::string_view usual_address = "127.0.0.1:8345";

constexpr std::array own_settings{
    setting_name{.key = "state_dir", .variable = "THIMBLE_STATE_DIR"},
    setting_name{.key = "log_level", .variable = "THIMBLE_LOG_LEVEL"},
    setting_name{.key = "heartbeat", .variable = "THIMBLE_HEARTBEAT"},
    nats_setting,
    pictures_setting,
    store_setting,
};

std::vector<setting_name> all_settings()
{
    std::vector<setting_name> all(serving_settings.begin(), serving_settings.end());
    all.insert(all.end(), own_settings.begin(), own_settings.end());
    return all;
}

void add_arguments(CLI::App& app, flag_values& given, std::string& config)
{
    app.set_version_flag("--version", fmt::format("thimble-service {}\nPNG: {}", THIMBLE_VERSION,
                                                  screen::png_codec()));
    add_serving_flags(app, given, usual_address);
    app.add_option("--state-dir", given["state_dir"], "Where everything is kept")->type_name("DIR");
    app.add_option("--nats", given["nats"],
                   "Be one of several nodes, which find one another here: nats://HOST:4222 "
                   "[the only one]")
        ->type_name("URL");
    app.add_option("--store", given["store"],
                   "Keep accounts, jobs and sessions in PostgreSQL: postgresql://HOST/DATABASE "
                   "[SQLite in the state directory]")
        ->type_name("URL");
    app.add_option("--pictures", given["pictures"],
                   "Keep pictures as \"files\" in the state directory or in the \"store\", where "
                   "all nodes find them [files]")
        ->type_name("PLACE");
    app.add_option("--log-level", given["log_level"],
                   "trace, debug, info, warn, error or off [info]")
        ->type_name("LEVEL");
    app.add_option("--heartbeat", given["heartbeat"],
                   "Between two heartbeats of a link to a desktop [10000]")
        ->type_name("MS");
    app.add_option("--config", config, "Read this TOML file instead of the usual ones")
        ->type_name("FILE");
    app.footer(
        "Desktops join with: thimbled enroll --service URL, and then thimbled --service URL.\n"
        "To use phones of this machine alone, run thimbled --local.\n\n"
        "Keys are made with: thimble-service admin account create NAME, and then\n"
        "thimble-service admin key create --account NAME.");
}

std::expected<options, early_exit> checked(const settings& given, const environment& variables)
{
    options result;
    auto serving = read_serving(given, usual_address);
    if (!serving)
        return std::unexpected(std::move(serving.error()));
    result.serving = std::move(*serving);

    const auto& log_level = given.at("log_level");
    const auto level = parse_log_level(log_level.value);
    if (!level)
        return std::unexpected(wrong_setting(log_level, level.error()));
    result.log_level = *level;

    if (const auto interval = given.find("heartbeat"); interval != given.end()) {
        result.heartbeat = parse_milliseconds(interval->second.value);
        if (!result.heartbeat || result.heartbeat->count() > link::limits::heartbeat_ms)
            return std::unexpected(
                wrong_setting(interval->second, "must be milliseconds from 1 to 600000"));
    }

    if (const auto directory = given.find("state_dir"); directory != given.end()) {
        if (directory->second.value.empty())
            return std::unexpected(wrong_setting(directory->second, "the directory has no name"));
        result.state_dir = directory->second.value;
        result.usual_state_dir = false;
        return result;
    }
    const auto usual = default_state_directory("thimble-service", variables);
    if (!usual)
        return std::unexpected(early_exit{.code = exit_configuration, .text = usual.error()});
    result.state_dir = *usual;
    result.usual_state_dir = !variables("STATE_DIRECTORY"); // which a service manager sets
    return result;
}

/// Flags win over what environment and files say, and those over what is usual.
std::expected<options, early_exit> merged(const CLI::App& app,
                                          const flag_values& given,
                                          const std::string& config,
                                          const environment& variables)
{
    const auto files = app.count("--config") > 0 ? std::vector<std::filesystem::path>{config}
                                                 : configuration_files(variables);
    auto settings = read_settings("service", all_settings(), files, variables);
    if (!settings)
        return std::unexpected(early_exit{.code = exit_configuration, .text = settings.error()});
    lay_flags_over(app, given, *settings);
    settings->try_emplace("log_level", setting{.value = "info", .origin = "--log-level"});
    auto model = read_model_settings(files, variables);
    if (!model)
        return std::unexpected(std::move(model.error()));
    auto nats = read_nats_setting(*settings, files);
    if (!nats)
        return std::unexpected(std::move(nats.error()));
    auto server = read_store_setting(*settings, files);
    if (!server)
        return std::unexpected(std::move(server.error()));
    if (*nats && !*server)
        return std::unexpected(wrong_setting(settings->at("nats"),
                                             "several nodes share one database; say which with "
                                             "--store postgresql://HOST/DATABASE"));
    const auto pictures_in_store = read_pictures_setting(*settings, server->has_value());
    if (!pictures_in_store)
        return std::unexpected(pictures_in_store.error());
    auto out = checked(*settings, variables);
    auto rules = read_agent_settings(files, variables);
    if (!rules)
        return std::unexpected(std::move(rules.error()));
    const auto pictures = read_session_picture_settings(files, variables);
    if (!pictures)
        return std::unexpected(pictures.error());
    if (out) {
        out->nats = std::move(*nats);
        out->store_server = std::move(*server);
        out->pictures_in_store = *pictures_in_store;
        out->model = std::move(*model);
        out->rules = std::move(*rules);
        out->pictures = *pictures;
    }
    return out;
}

} // namespace

std::expected<options, early_exit> read_options(std::span<const char* const> arguments,
                                                const environment& variables)
{
    CLI::App app("The service end of Thimble: the REST API for software that uses phones.",
                 "thimble-service");
    flag_values given;
    std::string config;
    add_arguments(app, given, config);
    admin_request asked;
    add_admin_commands(app, asked);
    if (auto ends = parse_command_line(app, arguments))
        return std::unexpected(std::move(*ends));
    auto out = merged(app, given, config, variables);
    if (out && !asked.command.empty())
        out->admin = std::move(asked);
    return out;
}

} // namespace thimble::service
