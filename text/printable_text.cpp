#include "text/printable_text.hpp"

#include "text/utf8.hpp"

#include <algorithm>

namespace thimble::service {

namespace {

/// U+0080 to U+009F, which terminals may obey as well.
bool has_c1_control(std::string_view utf8)
{
    for (auto at = utf8.find('\xC2'); at != std::string_view::npos; at = utf8.find('\xC2', at + 1))
        if (static_cast<unsigned char>(utf8[at + 1]) < 0xA0)
            return true;
    return false;
}

} // namespace

bool is_printable(std::string_view text)
{
    const auto plain = [](unsigned char c) { return c >= ' ' && c != 0x7F; };
    return is_utf8(text) && std::ranges::all_of(text, plain) && !has_c1_control(text);
}

std::string printable(std::string_view text)
{
    if (!is_utf8(text))
        return {};
    std::string out;
    out.reserve(text.size());
    for (std::size_t at = 0; at < text.size();) {
        const auto rest = text.substr(at);
        const auto first = static_cast<unsigned char>(rest.front());
        const bool is_c1 = first == 0xC2 && static_cast<unsigned char>(rest[1]) < 0xA0;
        const bool ends_line = rest.starts_with("\u2028") || rest.starts_with("\u2029");
        if (first < ' ' || first == 0x7F || is_c1 || ends_line)
            out += ' ';
        else
            out += rest.front();
        at += ends_line ? 3 : is_c1 ? 2 : 1;
    }
    return out;
}

} // namespace thimble::service
