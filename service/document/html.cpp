#include "service/document/html.hpp"

#include "text/ascii.hpp"

namespace thimble::service::contract::html {

std::string escaped(std::string_view text)
{
    std::string out;
    for (const char letter : text) {
        if (letter == '&')
            out += "&amp;";
        else if (letter == '<')
            out += "&lt;";
        else if (letter == '>')
            out += "&gt;";
        else if (letter == '"')
            out += "&quot;";
        else
            out += letter;
    }
    return out;
}

std::string prose(std::string_view text)
{
    std::string out;
    bool in_code = false;
    for (const char letter : escaped(text)) {
        if (letter != '`') {
            out += letter;
            continue;
        }
        out += in_code ? "</code>" : "<code>";
        in_code = !in_code;
    }
    return in_code ? out + "</code>" : out;
}

std::string code(std::string_view text)
{
    return "<code>" + escaped(text) + "</code>";
}

std::string anchor(std::string_view text)
{
    std::string out;
    for (const char letter : to_lower(text)) {
        if (is_lower(letter) || is_digit(letter))
            out += letter;
        else if (!out.empty() && out.back() != '-')
            out += '-';
    }
    return out;
}

std::string link_to(std::string_view anchor, std::string_view inner)
{
    return "<a href=\"#" + std::string(anchor) + "\">" + std::string(inner) + "</a>";
}

} // namespace thimble::service::contract::html
