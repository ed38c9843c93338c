#include "virtualphone/os/draw/paragraph_directions.hpp"

#include <fribidi.h>
#include <vector>

namespace thimble::virtualphone {
namespace {

FriBidiParType direction_of(std::string_view paragraph)
{
    const auto size = static_cast<FriBidiStrIndex>(paragraph.size());
    std::vector<FriBidiChar> characters(paragraph.size() + 1);
    const auto count = fribidi_charset_to_unicode(FRIBIDI_CHAR_SET_UTF8, paragraph.data(), size,
                                                  characters.data());
    std::vector<FriBidiCharType> types(characters.size());
    fribidi_get_bidi_types(characters.data(), count, types.data());
    return fribidi_get_par_direction(types.data(), count);
}

} // namespace

std::size_t same_directions(std::string_view text)
{
    auto before = FRIBIDI_PAR_ON; // of the last paragraph that has a direction
    for (std::size_t begin = 0;;) {
        const auto end = text.find('\n', begin);
        const auto direction = direction_of(text.substr(begin, end - begin));
        const bool is_misled = direction == FRIBIDI_PAR_ON && before == FRIBIDI_PAR_RTL;
        const bool misleads = direction == FRIBIDI_PAR_RTL && before == FRIBIDI_PAR_ON && begin > 0;
        if (is_misled || misleads)
            return begin - 1;
        if (end == std::string_view::npos)
            return text.size();
        if (direction != FRIBIDI_PAR_ON)
            before = direction;
        begin = end + 1;
    }
}

} // namespace thimble::virtualphone
