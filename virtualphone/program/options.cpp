#include "virtualphone/program/options.hpp"

#include "virtualphone/program/scene.hpp"

#include <CLI/CLI.hpp>
#include <spdlog/common.h>

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <locale>
#include <sstream>

namespace thimble::virtualphone {
namespace {

constexpr std::string_view default_phone = "iPhone 15 Pro,ios=18.5";
constexpr double slowest_device_time = 1000;
constexpr std::size_t most_phones = 256;

/// No line of the help has more than 80 characters.
constexpr const char* footer =
    "A phone is MODEL[,ios=VERSION][,name=TEXT][,udid=HEX][,passcode=TEXT][,locked]\n"
    "[,trust=ask|yes|no][,runner=running|dead|hung|zombie|absent]\n"
    "[,developer_mode=on|off][,automation=on|off|asked]\n"
    "[,frameworks=embedded|removed][,image=mounted|xcode27|none]\n"
    "[,wda=8.9.1|9.15.3|16.7.0|16.12.9|latest][,runner_id=BUNDLE_ID]\n"
    "[,touch_gate=stream|open][,rtcp=ignored|heard][,stillness=SECONDS]\n"
    "[,stream_pause=SECONDS][,loop=FILE][,fresh];\n"
    "without any there is one \"iPhone 15 Pro,ios=18.5\". runner_id is the bundle id\n"
    "that WebDriverAgent's runner was signed as. loop is a stream of HEVC that is\n"
    "sent instead of what the phone shows (see scripts/stream_loop). fresh is a\n"
    "phone from the box: locked, with the passcode 123456, without developer mode,\n"
    "image and runner, and it trusts nobody.\n"
    "Programs reach the phones with USBMUXD_SOCKET_ADDRESS set to what is printed.\n"
    "Exit codes: 0 ended as asked, 1 failed, 2 wrong command line, 78 wrong file.";

std::unexpected<early_exit> leave(exit_code code, std::string text)
{
    return std::unexpected(early_exit{code, std::move(text)});
}

std::unexpected<early_exit> misused(std::string text)
{
    return leave(exit_code::usage, "thimble-phone: " + std::move(text) + " (see --help)\n");
}

std::unexpected<early_exit> misconfigured(std::string text)
{
    return leave(exit_code::config, "thimble-phone: " + std::move(text) + "\n");
}

/// As typed; files fill in what is missing here.
struct arguments {
    std::map<std::string, std::string> values; // by option name without the dashes
    std::vector<std::string> phones;
    std::string scene;
    std::string config;
};

void declare(CLI::App& app, arguments& into)
{
    const auto option = [&](const std::string& name, const char* variable, const char* help) {
        const auto keep = [&into, name](const std::string& text) { into.values[name] = text; };
        app.add_option_function<std::string>("--" + name, keep, help)->envname(variable);
    };
    option("socket", "THIMBLE_PHONE_SOCKET", "usbmuxd's address: PATH or HOST:PORT; needed");
    option("control", "THIMBLE_PHONE_CONTROL", "the control's address: PATH or HOST:PORT; needed");
    option("device-time", "THIMBLE_PHONE_DEVICE_TIME",
           "how much of the phones' own waits is real: 0 none,\n1 all (the default)");
    option("runner-times", "THIMBLE_PHONE_RUNNER_TIMES",
           "how quick WebDriverAgent answers: quick (the\ndefault), or real, as on a phone");
    option("pair-records", "THIMBLE_PHONE_PAIR_RECORDS",
           "a folder for pairings of phones that trust hosts\nunasked: they outlast the program");
    option("log-level", "THIMBLE_LOG_LEVEL", "trace, debug, info, warn, error or off [info]");
    app.add_option("--phone", into.phones, "a phone; may be repeated")->allow_extra_args(false);
    app.add_option("--scene", into.scene, "a TOML file of [[phone]] tables");
    app.add_option("--config", into.config,
                   "a TOML file of these options by name, and of\n[[phone]] tables");
    app.set_version_flag("--version", "thimble-phone " THIMBLE_VERSION);
    app.footer(footer);
}

std::expected<arguments, early_exit> parse_arguments(int argc, const char* const* argv)
{
    arguments given;
    CLI::App app("Virtual iPhones behind a usbmuxd socket.", "thimble-phone");
    declare(app, given);
    try {
        app.parse(argc, argv);
    } catch (const CLI::CallForHelp&) {
        return leave(exit_code::ok, app.help());
    } catch (const CLI::CallForVersion& version) {
        return leave(exit_code::ok, std::string(version.what()) + "\n");
    } catch (const CLI::ParseError& error) {
        return misused(error.what());
    }
    return given;
}

std::expected<void, early_exit>
add_file(const std::string& path, bool is_config, arguments& to, options& wanted)
{
    if (path.empty())
        return {};
    auto file = read_scene(path, is_config);
    if (!file)
        return misconfigured(file.error());
    for (auto& [name, text] : file->options) {
        static constexpr std::array<std::string_view, 6> known{
            "socket", "control", "device-time", "runner-times", "pair-records", "log-level"};
        if (std::ranges::find(known, name) == known.end())
            return misconfigured(fmt::format("{}: there is no option '{}'", path, name));
        to.values.try_emplace(name, std::move(text));
    }
    wanted.phones.insert(wanted.phones.end(), file->phones.begin(), file->phones.end());
    return {};
}

std::expected<double, std::string> parse_factor(const std::string& text)
{
    std::istringstream in(text); // libc++ has std::from_chars for whole numbers only
    in.imbue(std::locale::classic());
    double factor = -1;
    const bool decimal = text.find_first_not_of("0123456789.eE-") == std::string::npos;
    const bool whole =
        decimal && in >> factor && in.peek() == std::istringstream::traits_type::eof();
    if (!whole || factor < 0 || factor > slowest_device_time)
        return std::unexpected(
            fmt::format("--device-time must be a number from 0 to {}", slowest_device_time));
    return factor;
}

std::expected<void, early_exit> take_values(const arguments& given, options& wanted)
{
    const auto value = [&](const char* name, const std::string& otherwise) {
        const auto found = given.values.find(name);
        return found == given.values.end() ? otherwise : found->second;
    };
    wanted.socket = value("socket", "");
    wanted.control = value("control", "");
    wanted.pair_records = value("pair-records", "");
    wanted.log_level = value("log-level", wanted.log_level);
    if (wanted.socket.empty() || wanted.control.empty())
        return misused("--socket and --control are needed");
    if (spdlog::level::from_str(wanted.log_level) == spdlog::level::off &&
        wanted.log_level != "off")
        return misused(fmt::format("'{}' is no log level", wanted.log_level));
    const auto factor = parse_factor(value("device-time", "1"));
    if (!factor)
        return misused(factor.error());
    wanted.device_time = *factor;
    const std::string times = value("runner-times", "quick");
    if (times != "quick" && times != "real")
        return misused("--runner-times must be quick or real");
    if (times == "real")
        wanted.runner_times = wda::real_runner_times();
    return {};
}

std::expected<void, early_exit> take_phones(const arguments& given, options& wanted)
{
    for (const std::string& text : given.phones) {
        auto phone = parse_phone(text);
        if (!phone)
            return misused("--phone: " + phone.error());
        wanted.phones.push_back(std::move(*phone));
    }
    if (wanted.phones.empty())
        wanted.phones.push_back(parse_phone(default_phone).value());
    if (wanted.phones.size() > most_phones)
        return misused(fmt::format("there can be {} phones at most", most_phones));
    if (const auto done = complete(wanted.phones); !done)
        return misused(done.error());
    return {};
}

} // namespace

std::expected<options, early_exit> parse_options(int argc, const char* const* argv)
{
    auto given = parse_arguments(argc, argv);
    if (!given)
        return std::unexpected(given.error());
    options wanted;
    if (const auto done = add_file(given->config, true, *given, wanted); !done)
        return std::unexpected(done.error());
    if (const auto done = add_file(given->scene, false, *given, wanted); !done)
        return std::unexpected(done.error());
    if (const auto done = take_values(*given, wanted); !done)
        return std::unexpected(done.error());
    if (const auto done = take_phones(*given, wanted); !done)
        return std::unexpected(done.error());
    return wanted;
}

} // namespace thimble::virtualphone
