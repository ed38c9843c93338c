// Options of thimbled. The command line outranks the environment, and that the files; all of it
// is then checked against the mode that was asked for.
#include "daemon/settings/options.hpp"

#include "daemon/debug_forms/debug_action.hpp"
#include "daemon/report/version.hpp"
#include "daemon/settings/action_commands.hpp"
#include "daemon/settings/image_settings.hpp"
#include "daemon/settings/runner_settings.hpp"
#include "device/capability.hpp"
#include "program/command_line.hpp"
#include "program/logging.hpp"
#include "program/settings.hpp"
#include "program/state_directory.hpp"
#include "screen/png.hpp"
#include "service/settings/agent_settings.hpp"
#include "service/settings/model_settings.hpp"
#include "text/whole_number.hpp"

#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <array>
#include <vector>

namespace thimble::daemon {

namespace {

constexpr std::array own_settings{
    service::setting_name{.key = "state_dir", .variable = "THIMBLE_STATE_DIR"},
    service::setting_name{.key = "tunnels", .variable = "THIMBLE_TUNNELS"},
    service::setting_name{.key = "upload_limit", .variable = "THIMBLE_UPLOAD_LIMIT"},
    service::setting_name{.key = "app_look", .variable = "THIMBLE_APP_LOOK"},
    service::setting_name{.key = "live_fps", .variable = "THIMBLE_LIVE_FPS"},
    service::setting_name{.key = "log_level", .variable = "THIMBLE_LOG_LEVEL"},
};

constexpr std::string_view usual_address = "127.0.0.1:8344";

std::vector<service::setting_name> all_settings()
{
    std::vector<service::setting_name> all(service::serving_settings.begin(),
                                           service::serving_settings.end());
    all.insert(all.end(), connection_setting_names.begin(), connection_setting_names.end());
    all.insert(all.end(), image_setting_names.begin(), image_setting_names.end());
    all.insert(all.end(), runner_setting_names.begin(), runner_setting_names.end());
    all.insert(all.end(), own_settings.begin(), own_settings.end());
    return all;
}

/// The command line alone.
struct command_line {
    bool local = false;
    bool json = false;
    bool watch = false;
    bool yes = false;
    bool force = false;
    bool while_used = false;
    std::string name;
    std::string action;
    std::vector<std::string> words;
    std::string phone;
    int wait = 0; // seconds
    std::string record_to;
    std::string report_to;
    std::string image_action;
    app_commands apps;
    app_request app;
    std::string config;
    service::flag_values settings;
};

void add_commands(CLI::App& app, command_line& given)
{
    app.allow_extras();           // the words of actions; see parse_with_words()
    app.require_subcommand(0, 1); // so that a word of an action is no second command
    add_action_commands(app, given.json);
    auto* enroll = app.add_subcommand("enroll", "Make this desktop known to the service of "
                                                "--service");
    enroll->add_option("--name", given.name, "What people call this desktop [the host's name]")
        ->type_name("NAME");
    enroll->add_flag("--force", given.force, "In place of an earlier enrolment");
    auto* doctor = app.add_subcommand("doctor", "Say what is wrong and what to do about it");
    auto* status = app.add_subcommand("status", "Say what a running thimbled is doing");
    status->add_flag("--watch", given.watch, "Say it each second until Ctrl-C");
    auto* sign_in =
        app.add_subcommand("sign-in", "Print a link that signs in from a browser, once");
    auto* image = add_image_command(app, given.image_action);
    given.apps = add_app_commands(app, given.app, given.json);
    auto* setup = app.add_subcommand("setup", "Lead a phone from its box to the first tap, step by "
                                              "step");
    setup->add_flag("--yes", given.yes,
                    "Let Thimble turn the switch of developer mode, with which "
                    "the phone restarts");
    auto* trial = app.add_subcommand("try", "Try a phone with you, and write what came of it to "
                                            "a file");
    trial->add_option("--report", given.report_to, "The file, which must not be there yet")
        ->required()
        ->type_name("FILE");
    auto* mcp = app.add_subcommand("mcp", "Speak the Model Context Protocol on standard input and "
                                          "output, for an agent");
    app.add_flag("--json", given.json)->group(""); // in front of a command as well as behind it
    for (auto* command : {doctor, status, image, setup})
        command->add_flag("--json", given.json, "Print JSON");
    for (auto* command : {enroll, doctor, status, sign_in, image, setup, trial, mcp}) {
        command->fallthrough();
        command->footer(
            "Options of thimbled itself, such as --state-dir, --config and --log-level, "
            "can follow,\ntoo: see thimbled --help.");
    }
}

void add_arguments(CLI::App& app, command_line& given)
{
    app.set_version_flag("--version",
                         fmt::format("thimbled {}\nPNG: {}", version, screen::png_codec()));
    app.add_flag("--local", given.local, "Serve the REST API on this machine and drive its phones");
    app.add_flag("--while-used", given.while_used,
                 "With --local: end half a minute after the last client of `thimbled mcp`");
    add_connection_flags(app, given.settings);
    app.add_option("--debug", given.action,
                   "Do one action on the attached phone, print JSON and end; see below")
        ->type_name("'ACTION ARGS'");
    app.add_option("--phone", given.phone,
                   "The phone that is meant, where there are several: its name, UDID or id")
        ->type_name("NAME");
    app.add_option("--wait", given.wait,
                   "How long an action waits for the phone to be ready, 0 to 3600 seconds [15]; "
                   "setup: as long as it takes; try: 60")
        ->type_name("SECONDS")
        ->check(CLI::Range(0, 3600));
    service::add_serving_flags(app, given.settings, usual_address);
    app.add_option("--record", given.record_to, "Write the conversation with the phones to a file")
        ->type_name("FILE");
    app.add_option("--live-fps", given.settings["live_fps"],
                   "The most pictures a second that a phone is asked to push, 1 to 60 [15]")
        ->type_name("N");
    add_runner_flags(app, given.settings);
    add_image_flags(app, given.settings);
    app.add_option("--state-dir", given.settings["state_dir"],
                   "Where key, identity and journal are kept")
        ->type_name("DIR");
    app.add_option("--config", given.config, "Read this TOML file instead of the usual ones")
        ->type_name("FILE");
    app.add_option("--log-level", given.settings["log_level"],
                   "trace, debug, info, warn, error or off [info]")
        ->type_name("LEVEL");
    add_commands(app, given);
    app.footer(fmt::format("Actions of --debug, and commands of their own (x and y are pixels of "
                           "the screenshot):\n{}\n"
                           "Beside them: run TASK…, which gives the phone to an agent, and record "
                           "FILE\n[SECONDS]; both need a thimbled --local that runs. thimbled "
                           "ACTION --help has more.\n\n"
                           "Exit codes: 0 done; 1 failed, or doctor found something; 2 usage;\n"
                           "69 port taken, or service not reached; 73 directory unusable; 78 "
                           "configuration\nwrong, or this desktop is not enrolled.",
                           debug_action_help()));
}

/// Something that the command line asks for, and the words by which it does.
struct asked_mode {
    program_mode mode;
    std::string word;
};

program_mode mode_of_words(const std::string& command)
{
    if (command == "run")
        return program_mode::task;
    return command == "record" ? program_mode::recording : program_mode::action;
}

std::vector<asked_mode> asked_modes(const CLI::App& app, const command_line& given)
{
    std::vector<asked_mode> asked;
    const auto ask = [&](program_mode mode, bool said, std::string_view word) {
        if (said)
            asked.push_back({.mode = mode, .word = std::string(word)});
    };
    const auto ask_command = [&](program_mode mode, const std::string& name) {
        ask(mode, app.got_subcommand(name), name);
    };
    ask(program_mode::local, given.local, "--local");
    // With an action it would seem to be done there; enroll and doctor need it.
    const bool alone = app.get_subcommands().empty() || !given.words.empty();
    ask(program_mode::connected, app.count("--service") > 0 && alone, "--service");
    ask(program_mode::action, app.count("--debug") > 0, "--debug");
    if (!given.words.empty())
        ask(mode_of_words(given.words.front()), true, given.words.front());
    ask_command(program_mode::enroll, "enroll");
    ask_command(program_mode::doctor, "doctor");
    ask_command(program_mode::status, "status");
    ask_command(program_mode::sign_in, "sign-in");
    ask_command(program_mode::image, "image");
    ask(given.app.switches_runner() ? program_mode::runner : program_mode::apps,
        given.apps.given(app), "runner or app");
    ask_command(program_mode::setup, "setup");
    ask_command(program_mode::trial, "try");
    ask_command(program_mode::mcp, "mcp");
    return asked;
}

bool is_one_of(program_mode mode, std::initializer_list<program_mode> those)
{
    return std::ranges::find(those, mode) != those.end();
}

std::expected<program_mode, early_exit> mode_of(const CLI::App& app, const command_line& given)
{
    const auto asked = asked_modes(app, given);
    if (asked.empty())
        return std::unexpected(service::wrong_usage(
            app, "Say what to do: --local, --service URL, --debug 'ACTION', or a command, such as "
                 "doctor, setup, status, tap or screenshot."));
    if (asked.size() > 1)
        return std::unexpected(
            service::wrong_usage(app, fmt::format("{} and {} exclude each other; say one of them.",
                                                  asked[0].word, asked[1].word)));
    const auto mode = asked.front().mode;
    if (!is_one_of(mode, {program_mode::action, program_mode::setup, program_mode::trial}) &&
        app.count("--wait") > 0)
        return std::unexpected(
            service::wrong_usage(app, "--wait goes with actions, setup and try."));
    if (!is_one_of(mode, {program_mode::action, program_mode::task, program_mode::recording,
                          program_mode::setup, program_mode::trial, program_mode::image,
                          program_mode::apps, program_mode::runner}) &&
        app.count("--phone") > 0)
        return std::unexpected(service::wrong_usage(
            app, "--phone goes with actions, run, record, image, runner, app, setup and try."));
    if (given.json &&
        is_one_of(mode, {program_mode::local, program_mode::connected, program_mode::enroll,
                         program_mode::sign_in, program_mode::trial, program_mode::mcp}))
        return std::unexpected(service::wrong_usage(
            app, "--json goes with actions, run, record, status, doctor, image, runner, app and "
                 "setup."));
    return mode;
}

std::expected<void, early_exit> apply_state_dir(const service::settings& settings,
                                                const service::environment& variables,
                                                options& result)
{
    if (const auto given = settings.find("state_dir"); given != settings.end()) {
        if (given->second.value.empty())
            return std::unexpected(
                service::wrong_setting(given->second, "the directory has no name"));
        result.state_dir = given->second.value;
        result.usual_state_dir = false;
        return {};
    }
    const auto usual = service::default_state_directory("thimble", variables);
    if (!usual)
        return std::unexpected(
            early_exit{.code = service::exit_configuration, .text = usual.error()});
    result.state_dir = *usual;
    result.usual_state_dir = !variables("STATE_DIRECTORY"); // which a service manager sets
    return {};
}

std::expected<void, early_exit> apply_log_level(const service::settings& settings, options& result)
{
    // A person at a terminal reads the answer that was asked for; beside it belong errors alone.
    const bool serves =
        result.mode == program_mode::local || result.mode == program_mode::connected;
    result.log_level = serves ? spdlog::level::info : spdlog::level::warn;
    const auto given = settings.find("log_level");
    if (given == settings.end())
        return {};
    const auto level = service::parse_log_level(given->second.value);
    if (!level)
        return std::unexpected(service::wrong_setting(given->second, level.error()));
    result.log_level = *level;
    return {};
}

std::expected<void, early_exit> apply_live_fps(const service::settings& settings, options& result)
{
    const auto given = settings.find("live_fps");
    if (given == settings.end())
        return {};
    const auto read = service::whole_number(given->second.value, 1, device::most_live_frames_ever);
    if (!read)
        return std::unexpected(
            service::wrong_setting(given->second, "must be a whole number from 1 to 60"));
    result.live_fps = *read;
    return {};
}

std::expected<void, early_exit> apply_app_look(const service::settings& settings, options& result)
{
    constexpr int shortest = 500;
    constexpr int longest = 3'600'000;
    const auto given = settings.find("app_look");
    if (given == settings.end())
        return {};
    const auto read = service::whole_number(given->second.value, shortest, longest);
    if (!read)
        return std::unexpected(service::wrong_setting(
            given->second, "must be a whole number of milliseconds from 500 to 3600000"));
    result.app_look = std::chrono::milliseconds{*read};
    return {};
}

/// In mebibytes, as people count files.
std::expected<void, early_exit> apply_upload_limit(const service::settings& settings,
                                                   options& result)
{
    constexpr int most = 1 << 20;
    constexpr unsigned mebibyte = 20; // as a power of 2
    const auto given = settings.find("upload_limit");
    if (given == settings.end())
        return {};
    const auto read = service::whole_number(given->second.value, 1, most);
    if (!read)
        return std::unexpected(service::wrong_setting(
            given->second, "must be a whole number of MiB from 1 to 1048576"));
    result.upload_bytes = static_cast<std::uint64_t>(*read) << mebibyte;
    return {};
}

std::expected<void, early_exit>
apply_connection(const CLI::App& app, const service::settings& settings, options& result)
{
    auto connection = read_connection_settings(settings);
    if (!connection)
        return std::unexpected(std::move(connection.error()));
    result.connection = std::move(*connection);
    const bool needs_service =
        result.mode == program_mode::connected || result.mode == program_mode::enroll;
    if (needs_service && !result.connection.service)
        return std::unexpected(service::wrong_usage(
            app, "Say which service: --service https://HOST, or `service` in the configuration."));
    return {};
}

/// Options of the command line that no file can give.
options from_command_line(const CLI::App& app, const command_line& given, program_mode mode)
{
    options result;
    result.mode = mode;
    result.json = given.json;
    result.watch = given.watch;
    result.yes = given.yes;
    result.force = given.force;
    result.while_used = given.while_used;
    result.action = given.action;
    result.words = given.words;
    result.image_action = given.image_action;
    result.app = given.app;
    if (app.count("--phone") > 0)
        result.phone = given.phone;
    if (app.count("--wait") > 0)
        result.wait = std::chrono::seconds{given.wait};
    if (app.count("--record") > 0)
        result.record_to = given.record_to;
    result.report_to = given.report_to;
    if (app.get_subcommand("enroll")->count("--name") > 0)
        result.name = given.name;
    return result;
}

using files = std::vector<std::filesystem::path>;

files files_of(const CLI::App& app,
               const command_line& given,
               const service::environment& variables)
{
    return app.count("--config") > 0 ? files{given.config}
                                     : service::configuration_files(variables);
}

std::expected<service::settings, early_exit> all_settings_of(const CLI::App& app,
                                                             const command_line& given,
                                                             const service::environment& variables)
{
    const auto files = files_of(app, given, variables);
    auto settings = service::read_settings("daemon", all_settings(), files, variables);
    if (!settings)
        return std::unexpected(
            early_exit{.code = service::exit_configuration, .text = settings.error()});
    auto flags = given.settings;
    if (flags.at("service").empty()) // --service alone: the URL is in a file or a variable
        flags.erase("service");
    service::lay_flags_over(app, flags, *settings);
    return std::move(*settings);
}

std::expected<options, early_exit>
checked(const CLI::App& app, const command_line& given, const service::environment& variables)
{
    const auto mode = mode_of(app, given);
    if (!mode)
        return std::unexpected(mode.error());
    auto result = from_command_line(app, given, *mode);
    const auto settings = all_settings_of(app, given, variables);
    if (!settings)
        return std::unexpected(settings.error());
    auto serving = service::read_serving(*settings, usual_address);
    if (!serving)
        return std::unexpected(std::move(serving.error()));
    result.serving = std::move(*serving);
    // For the connected daemon, model and rules are the service's.
    if (result.mode == program_mode::local) {
        auto model = service::read_model_settings(files_of(app, given, variables), variables);
        if (!model)
            return std::unexpected(std::move(model.error()));
        result.model = std::move(*model);
        auto rules = service::read_agent_settings(files_of(app, given, variables), variables);
        if (!rules)
            return std::unexpected(std::move(rules.error()));
        result.rules = std::move(*rules);
        const auto pictures =
            service::read_session_picture_settings(files_of(app, given, variables), variables);
        if (!pictures)
            return std::unexpected(pictures.error());
        result.pictures = *pictures;
    }
    if (auto applied = apply_connection(app, *settings, result); !applied)
        return std::unexpected(applied.error());
    if (auto applied = apply_state_dir(*settings, variables, result); !applied)
        return std::unexpected(applied.error());
    const auto tunnels = read_tunnels(*settings);
    if (!tunnels)
        return std::unexpected(tunnels.error());
    const bool by_itself = result.mode == program_mode::setup && !settings->contains("tunnels");
    result.tunnels = *tunnels || by_itself; // a set-up without them would not come far
    const auto runners = read_runners(*settings);
    if (!runners)
        return std::unexpected(runners.error());
    result.runners = *runners;
    const auto restarts = read_runner_restarts(*settings);
    if (!restarts)
        return std::unexpected(restarts.error());
    result.runner_restarts = *restarts;
    result.images = read_image_settings(*settings, result.state_dir, variables);
    if (auto applied = apply_live_fps(*settings, result); !applied)
        return std::unexpected(applied.error());
    if (auto applied = apply_upload_limit(*settings, result); !applied)
        return std::unexpected(applied.error());
    if (auto applied = apply_app_look(*settings, result); !applied)
        return std::unexpected(applied.error());
    if (auto applied = apply_log_level(*settings, result); !applied)
        return std::unexpected(applied.error());
    return result;
}

} // namespace

std::expected<options, early_exit> read_options(std::span<const char* const> arguments,
                                                const service::environment& variables)
{
    CLI::App app("Drives the iPhones on this machine's USB ports.", "thimbled");
    command_line given;
    add_arguments(app, given);
    auto words = parse_with_words(app, arguments);
    if (!words)
        return std::unexpected(std::move(words.error()));
    given.words = std::move(*words);
    return checked(app, given, variables);
}

std::string enroll_command(const options& given, const service_address& service)
{
    const auto where =
        given.usual_state_dir ? "" : fmt::format(" --state-dir {}", given.state_dir.string());
    return fmt::format("thimbled enroll --service {}{}", service.url(), where);
}

} // namespace thimble::daemon
