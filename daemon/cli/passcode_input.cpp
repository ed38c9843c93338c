#include "daemon/cli/passcode_input.hpp"

#include "daemon/cli/hidden_typing.hpp"

#include <spdlog/fmt/fmt.h>

namespace thimble::daemon {

namespace {

constexpr std::size_t longest_passcode = 64; // bytes, as REST takes it

/// At most one character more than a passcode may have.
std::string read_line(std::istream& from)
{
    const hidden_typing hidden("Passcode: ");
    std::string line;
    for (char next = 0; line.size() <= longest_passcode && from.get(next) && next != '\n';)
        line += next;
    if (line.ends_with('\r'))
        line.pop_back();
    return line;
}

bool unlocks(const phone_action& what)
{
    return std::holds_alternative<link::unlock>(what.what);
}

} // namespace

std::expected<std::optional<std::string>, std::string> read_passcode(
    const debug_action& what, const service::environment& variables, std::istream& standard_input)
{
    const auto* action = std::get_if<phone_action>(&what);
    if (action == nullptr || !unlocks(*action))
        return std::nullopt;
    auto passcode = action->reads_passcode ? std::optional(read_line(standard_input))
                                           : variables("THIMBLE_PASSCODE");
    if (passcode && passcode->empty())
        return std::unexpected("There is no passcode on standard input.");
    if (passcode && passcode->size() > longest_passcode)
        return std::unexpected(
            fmt::format("The passcode has more than {} characters.", longest_passcode));
    return passcode;
}

} // namespace thimble::daemon
