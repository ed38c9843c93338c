#include "virtualphone/os/text/code_points.hpp"

#include <algorithm>

namespace thimble::virtualphone {
namespace {

/// The code point at `offset`, which is the beginning of one.
char32_t code_point_at(std::string_view text, std::size_t offset)
{
    const auto lead = static_cast<unsigned char>(text[offset]);
    if (lead < 0x80)
        return lead;
    const unsigned following = lead >= 0xf0 ? 3 : lead >= 0xe0 ? 2 : 1;
    char32_t out = lead & (0x3fU >> following);
    for (std::size_t i = offset + 1; i < std::min(offset + 1 + following, text.size()); ++i)
        out = (out << 6U) | (static_cast<unsigned char>(text[i]) & 0x3fU);
    return out;
}

bool is_between(char32_t what, char32_t first, char32_t last)
{
    return what >= first && what <= last;
}

/// Letters and digits of all scripts: everything that is not known to be a blank or a mark.
bool belongs_to_word(char32_t what)
{
    if (what < 0x80)
        return is_between(what, '0', '9') || is_between(what, 'A', 'Z') ||
               is_between(what, 'a', 'z') || what == '_' || what == '\'';
    if (what == 0x2019) // an apostrophe as it is printed
        return true;
    const bool latin_mark = is_between(what, 0x80, 0xbf) && what != 0xaa && what != 0xb5 &&
                            what != 0xba; // all but the ordinals and the micro sign
    const bool mark = is_between(what, 0x2000, 0x206f) && what != 0x200d; // joins emoji
    const bool wide_mark = is_between(what, 0x3000, 0x3004) || is_between(what, 0x3008, 0x3020);
    const bool full_width_mark =
        is_between(what, 0xff01, 0xff0f) || is_between(what, 0xff1a, 0xff20);
    return !latin_mark && !mark && !wide_mark && !full_width_mark;
}

bool in_word(std::string_view text, std::size_t offset)
{
    return offset < text.size() && belongs_to_word(code_point_at(text, offset));
}

bool behind_word(std::string_view text, std::size_t offset)
{
    return offset > 0 && in_word(text, before(text, offset));
}

} // namespace

bool continues_code_point(char byte)
{
    return (static_cast<unsigned char>(byte) & 0xc0U) == 0x80U;
}

std::size_t count_code_points(std::string_view text)
{
    return static_cast<std::size_t>(
        std::ranges::count_if(text, [](char byte) { return !continues_code_point(byte); }));
}

std::size_t boundary_at(std::string_view text, std::size_t offset)
{
    offset = std::min(offset, text.size());
    while (offset > 0 && offset < text.size() && continues_code_point(text[offset]))
        --offset;
    return offset;
}

std::size_t before(std::string_view text, std::size_t offset)
{
    while (offset > 0 && continues_code_point(text[--offset])) {
    }
    return offset;
}

std::size_t after(std::string_view text, std::size_t offset)
{
    if (offset < text.size())
        ++offset;
    while (offset < text.size() && continues_code_point(text[offset]))
        ++offset;
    return offset;
}

std::size_t word_start_before(std::string_view text, std::size_t offset)
{
    while (offset > 0 && !behind_word(text, offset))
        offset = before(text, offset);
    while (behind_word(text, offset))
        offset = before(text, offset);
    return offset;
}

std::size_t word_end_after(std::string_view text, std::size_t offset)
{
    while (offset < text.size() && !in_word(text, offset))
        offset = after(text, offset);
    while (in_word(text, offset))
        offset = after(text, offset);
    return offset;
}

text_range word_at(std::string_view text, std::size_t offset)
{
    offset = boundary_at(text, offset);
    const auto paragraph = paragraph_at(text, offset);
    while (offset > paragraph.from && !behind_word(text, offset) && !in_word(text, offset))
        offset = before(text, offset);
    text_range out{.from = offset, .to = offset};
    while (behind_word(text, out.from))
        out.from = before(text, out.from);
    while (in_word(text, out.to))
        out.to = after(text, out.to);
    return out;
}

text_range paragraph_at(std::string_view text, std::size_t offset)
{
    const auto earlier = text.substr(0, offset).rfind('\n');
    const auto later = text.find('\n', offset);
    return {.from = earlier == std::string_view::npos ? 0 : earlier + 1,
            .to = later == std::string_view::npos ? text.size() : later};
}

} // namespace thimble::virtualphone
