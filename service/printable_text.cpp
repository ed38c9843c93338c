#include "service/printable_text.hpp"

#include "service/http/target.hpp"

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
    return http::is_utf8(text) && std::ranges::all_of(text, plain) && !has_c1_control(text);
}

} // namespace thimble::service
