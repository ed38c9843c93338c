#include "program/command_line.hpp"

#include "program/wrapped_text.hpp"
#include "text/edit_distance.hpp"
#include "text/lists.hpp"

#include <algorithm>
#include <string_view>

namespace thimble::service {

namespace {

constexpr std::size_t most_mistyped = 2; // letters

/// The program, or the command below it that was given last.
const CLI::App& innermost(const CLI::App& program)
{
    const auto* at = &program;
    for (auto below = at->get_subcommands(); !below.empty(); below = at->get_subcommands())
        at = below.front();
    return *at;
}

std::vector<std::string> commands_of(const CLI::App& below)
{
    std::vector<std::string> names;
    for (const auto* each : below.get_subcommands([](const CLI::App* /*any*/) { return true; }))
        names.push_back(each->get_name());
    return names;
}

std::vector<std::string> options_of(const CLI::App& command)
{
    std::vector<std::string> names;
    for (const auto* each : command.get_options())
        for (const auto& name : each->get_lnames())
            names.push_back("--" + name);
    return names;
}

/// Empty where no name is near.
std::string nearest_to(const std::string& word, const std::vector<std::string>& names)
{
    std::string best;
    auto least = std::min(most_mistyped, word.size() / 2) + 1;
    for (const auto& each : names)
        if (const auto distance = typing_distance(word, each); distance < least) {
            least = distance;
            best = each;
        }
    return best;
}

std::string guess(const std::string& word, const std::vector<std::string>& names)
{
    const auto near = nearest_to(word, names);
    return near.empty() ? "" : " Did you mean " + near + "?";
}

/// "account", of `thimble-service admin account`.
early_exit missing_command(const CLI::App& program)
{
    const auto& within = innermost(program);
    const auto names = commands_of(within);
    const auto choices = joined(names, ", ");
    const auto words = program.remaining(true);
    if (words.empty())
        return wrong_usage(program, within.get_name() + " needs one of: " + choices + ".");
    return wrong_usage(program, within.get_name() + " has no '" + words.front() + "'; it has " +
                                    choices + "." + guess(words.front(), names));
}

} // namespace

early_exit wrong_usage(const CLI::App& program, const std::string& problem)
{
    return {.code = exit_usage,
            .text = problem + "\nRun " + program.get_name() + " --help for what there is."};
}

early_exit unexpected_words(const CLI::App& program,
                            const std::vector<std::string>& words,
                            const std::string& hint)
{
    const auto& within = innermost(program);
    const auto option = std::ranges::find_if(
        words, [](const auto& each) { return each.size() > 1 && each.starts_with('-'); });
    if (option != words.end()) {
        const auto name = option->substr(0, option->find('='));
        auto known = options_of(program);
        const auto own = options_of(within);
        known.insert(known.end(), own.begin(), own.end());
        return wrong_usage(program,
                           "There is no option " + name + " here." + guess(name, known) + hint);
    }
    if (&within == &program && !words.empty())
        return wrong_usage(program, "There is no command '" + words.front() + "'." +
                                        guess(words.front(), commands_of(program)));
    return wrong_usage(program,
                       "Not expected after " + within.get_name() + ": " + joined(words, " ") + ".");
}

std::optional<early_exit> parse_command_line(CLI::App& program,
                                             std::span<const char* const> arguments)
{
    std::vector<std::string> reversed(arguments.rbegin(), arguments.rend()); // as CLI11 wants them
    try {
        program.parse(reversed);
    } catch (const CLI::CallForHelp&) {
        return early_exit{.code = exit_ok, .text = wrapped(program.help(), terminal_width())};
    } catch (const CLI::CallForVersion& asked) {
        return early_exit{.code = exit_ok, .text = asked.what()};
    } catch (const CLI::ExtrasError&) {
        return unexpected_words(program, program.remaining(true));
    } catch (const CLI::RequiredError& error) {
        const auto& within = innermost(program);
        const bool a_command = within.get_require_subcommand_min() > 0 &&
                               std::string_view(error.what()).contains("ubcommand");
        return a_command ? missing_command(program) : wrong_usage(program, error.what());
    } catch (const CLI::ParseError& error) {
        return wrong_usage(program, error.what());
    }
    return std::nullopt;
}

} // namespace thimble::service
