#include "program/command_line.hpp"

#include <vector>

namespace thimble::service {

early_exit wrong_usage(const CLI::App& program, const std::string& problem)
{
    return {.code = exit_usage,
            .text = problem + "\nRun " + program.get_name() + " --help for what there is."};
}

std::optional<early_exit> parse_command_line(CLI::App& program,
                                             std::span<const char* const> arguments)
{
    std::vector<std::string> reversed(arguments.rbegin(), arguments.rend()); // as CLI11 wants them
    try {
        program.parse(reversed);
    } catch (const CLI::CallForHelp&) {
        return early_exit{.code = exit_ok, .text = program.help()};
    } catch (const CLI::CallForVersion& asked) {
        return early_exit{.code = exit_ok, .text = asked.what()};
    } catch (const CLI::ParseError& error) {
        return wrong_usage(program, error.what());
    }
    return std::nullopt;
}

} // namespace thimble::service
