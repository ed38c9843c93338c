#include "daemon/cli/text_input.hpp"

#include "daemon/cli/hidden_typing.hpp"

#include <iostream>
#include <unistd.h>

namespace thimble::daemon {

namespace {

/// More than the longest text that an action takes.
constexpr std::size_t longest_input = 1024UL * 1024; // bytes

} // namespace

std::expected<std::string, std::string> read_text(std::istream& from, bool a_line)
{
    std::string text;
    for (char next = 0; text.size() <= longest_input && from.get(next);) {
        if (a_line && next == '\n')
            break;
        text += next;
    }
    if (text.size() > longest_input)
        return std::unexpected("There is more on standard input than any action takes.");
    if (text.ends_with('\n'))
        text.pop_back();
    if (text.ends_with('\r'))
        text.pop_back();
    if (text.empty())
        return std::unexpected("There is no text on standard input.");
    return text;
}

std::expected<std::string, std::string> read_standard_input()
{
    const bool person = ::isatty(STDIN_FILENO) != 0;
    const hidden_typing hidden("Text (it is not shown): ");
    return read_text(std::cin, person);
}

} // namespace thimble::daemon
