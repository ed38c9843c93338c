#include "daemon/actions/text_entry/writing_direction.hpp"

#include <algorithm>
#include <fribidi.h>
#include <vector>

namespace thimble::daemon {

bool ends_right_to_left(std::string_view text)
{
    constexpr std::size_t enough = 4096; // bytes; nobody begins a paragraph with more signs
    const auto newline = text.rfind('\n');
    if (newline != std::string_view::npos)
        text.remove_prefix(newline + 1);
    text = text.substr(0, enough);
    if (text.empty())
        return false;
    std::vector<FriBidiChar> characters(text.size());
    const auto count =
        fribidi_charset_to_unicode(FRIBIDI_CHAR_SET_UTF8, text.data(),
                                   static_cast<FriBidiStrIndex>(text.size()), characters.data());
    std::vector<FriBidiCharType> types(characters.size());
    fribidi_get_bidi_types(characters.data(), count, types.data());
    return fribidi_get_par_direction(types.data(), count) == FRIBIDI_PAR_RTL;
}

} // namespace thimble::daemon
