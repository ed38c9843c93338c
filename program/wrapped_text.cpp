#include "program/wrapped_text.hpp"

#include "text/lists.hpp"
#include "text/utf8.hpp"

#include <algorithm>
#include <string_view>
#include <sys/ioctl.h>
#include <unistd.h>

namespace thimble::service {

namespace {

constexpr std::size_t narrowest = 40; // columns; on fewer nothing is gained
constexpr std::size_t usual_indent = 2;

/// Bytes of the first `characters` characters.
std::size_t bytes_of(std::string_view text, std::size_t characters)
{
    std::size_t begun = 0;
    const auto end = std::ranges::find_if(
        text, [&](char each) { return begins_character(each) && begun++ == characters; });
    return static_cast<std::size_t>(end - text.begin());
}

/// Bytes before the description of an option, else before the text of the line and a little more.
std::size_t indent_of(std::string_view line, std::size_t width)
{
    const auto begin = std::min(line.find_first_not_of(' '), line.size());
    const auto gap = line.find("  ", begin);
    const auto description = gap == line.npos ? gap : line.find_first_not_of(' ', gap);
    if (description != line.npos && description < width * 2 / 3)
        return description;
    return begin + usual_indent;
}

std::string wrapped_line(std::string_view line, std::size_t width)
{
    const auto indent = indent_of(line, width);
    std::string out;
    std::string rest(line);
    while (character_count(rest) > width) {
        const auto space = rest.rfind(' ', bytes_of(rest, width));
        if (space == rest.npos || space <= indent)
            break; // one long word
        out += rest.substr(0, space) + '\n';
        rest = std::string(indent, ' ') + rest.substr(space + 1);
    }
    return out + rest;
}

} // namespace

std::size_t terminal_width()
{
    winsize size{};
    if (::isatty(STDOUT_FILENO) == 0 || ::ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0)
        return 0;
    return size.ws_col;
}

std::string wrapped(const std::string& text, std::size_t width)
{
    if (width < narrowest)
        return text;
    std::string out;
    std::string_view rest = text;
    while (!rest.empty()) {
        const bool ends = rest.contains('\n');
        out += wrapped_line(take_until('\n', rest), width);
        if (ends)
            out += '\n';
    }
    return out;
}

} // namespace thimble::service
