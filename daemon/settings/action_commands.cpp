// CLI11 gives the words of a command back as what it has not taken: as values of an option it would
// take "[1, 2]" apart, and words after "--" for options of the program.
#include "daemon/settings/action_commands.hpp"

#include "daemon/debug_forms/debug_action.hpp"
#include "program/command_line.hpp"
#include "text/ascii.hpp"

#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <array>

namespace thimble::daemon {

namespace {

/// A command beside those of the rows.
struct rest_command {
    std::string_view name;
    std::string_view usage;
    std::string_view summary;
    std::string_view details;
};

constexpr std::array rest_commands{
    rest_command{.name = "run",
                 .usage = "run TASK…",
                 .summary = "Give the phone to an agent with a task in words",
                 .details = "It follows what the agent does, and asks you what the agent asks. "
                            "Ctrl-C stops the agent.\nIt needs a thimbled --local that runs, with "
                            "a model. - is the task on standard input."},
    rest_command{.name = "record",
                 .usage = "record FILE [SECONDS]",
                 .summary = "Record the screen until Ctrl-C, or for so long",
                 .details = "An MP4 of the phone's own video, else a zip archive of pictures.\nIt "
                            "needs a thimbled --local that runs."},
};

constexpr std::string_view first_options = R"(
Options:
  --phone NAME       which phone: name, UDID or id, where there are several
)";
constexpr std::string_view wait_option =
    "  --wait SECONDS     for the phone to be ready, 0 to 3600 [15]\n";
constexpr std::string_view last_options = R"(  --json             print JSON
  --                 words that begin with a hyphen follow
Those of thimbled itself, such as --state-dir and --config, can stand here, too: thimbled --help.
)";

/// True for "-5": a place that is none is told of by the action.
bool is_number(std::string_view word)
{
    return word.size() > 1 && word.front() == '-' && service::is_digit(word[1]);
}

std::string
help_of(std::string_view usage, std::string_view summary, std::string_view details, bool waits)
{
    return fmt::format("{}.\nUsage: thimbled {} [OPTIONS]\n{}{}{}{}{}", summary, usage,
                       details.empty() ? "" : "\n", details, first_options,
                       waits ? wait_option : "", last_options);
}

void add_command(CLI::App& app, bool& json, const std::string& name, std::string help)
{
    auto* const command = app.add_subcommand(name);
    command->group(""); // the footer lists them
    command->fallthrough();
    command->add_flag("--json", json, "Print JSON");
    command->formatter_fn([help = std::move(help)](const CLI::App* /*of*/,
                                                   const std::string& /*name*/,
                                                   CLI::AppFormatMode /*how*/) { return help; });
}

std::vector<std::string> action_names()
{
    std::vector<std::string> names;
    for (const auto& each : typed_verbs())
        names.push_back(each.name);
    for (const auto& each : rest_commands)
        names.emplace_back(each.name);
    return names;
}

/// `literal` ones stand at the end.
std::expected<std::vector<std::string>, service::early_exit>
words_of_action(const CLI::App& app, std::span<const char* const> literal)
{
    auto words = app.remaining(true);
    const auto given = app.get_subcommands();
    const auto names = action_names();
    const bool acts =
        !given.empty() && std::ranges::find(names, given.front()->get_name()) != names.end();
    if (!acts) {
        words.insert(words.end(), literal.begin(), literal.end());
        if (!words.empty())
            return std::unexpected(service::unexpected_words(app, words));
        return words;
    }
    const auto option = std::ranges::find_if(words, [](const auto& each) {
        return each.size() > 1 && each.starts_with('-') && !is_number(each);
    });
    if (option != words.end())
        return std::unexpected(service::unexpected_words(
            app, {*option}, " Write -- before words that begin with a hyphen."));
    words.insert(words.begin(), given.front()->get_name());
    words.insert(words.end(), literal.begin(), literal.end());
    return words;
}

/// True for `--debug tap 310 600`.
bool is_unquoted_action(const CLI::App& app)
{
    const auto rest = app.remaining(true);
    return app.count("--debug") > 0 && app.get_subcommands().empty() && !rest.empty() &&
           !rest.front().starts_with('-');
}

} // namespace

void add_action_commands(CLI::App& app, bool& json)
{
    for (const auto& each : typed_verbs())
        add_command(app, json, each.name, help_of(each.usage, each.summary, each.choices, true));
    for (const auto& each : rest_commands)
        add_command(app, json, std::string(each.name),
                    help_of(each.usage, each.summary, std::string(each.details) + '\n', false));
}

std::expected<std::vector<std::string>, service::early_exit>
parse_with_words(CLI::App& app, std::span<const char* const> arguments)
{
    const auto mark =
        std::ranges::find_if(arguments, [](std::string_view each) { return each == "--"; });
    const auto before = arguments.first(static_cast<std::size_t>(mark - arguments.begin()));
    // CLI11 ends a command there and leaves the word out, and all that follow it.
    if (std::ranges::any_of(before, [](std::string_view each) { return each == "++"; }))
        return std::unexpected(
            service::wrong_usage(app, "Write -- before a word that is ++: thimbled type -- ++"));
    if (auto ends = service::parse_command_line(app, before))
        return std::unexpected(std::move(*ends));
    const bool marked = before.size() < arguments.size();
    auto words = words_of_action(app, arguments.subspan(before.size() + (marked ? 1 : 0)));
    if (!words && is_unquoted_action(app))
        return std::unexpected(service::wrong_usage(app, "Put the whole action of --debug in "
                                                         "quotes, or write it as a command: "
                                                         "thimbled tap 310 600."));
    return words;
}

} // namespace thimble::daemon
