#include "virtualphone/os/text/text_editor.hpp"

#include <algorithm>

namespace thimble::virtualphone {
namespace {

bool continues_code_point(char byte)
{
    return (static_cast<unsigned char>(byte) & 0xc0U) == 0x80U;
}

} // namespace

std::size_t text_editor::caret_in_code_points() const
{
    const auto before_caret = std::string_view(text_).substr(0, caret_);
    return static_cast<std::size_t>(
        std::ranges::count_if(before_caret, [](char byte) { return !continues_code_point(byte); }));
}

void text_editor::place_caret(std::size_t offset)
{
    caret_ = std::min(offset, text_.size());
    while (caret_ > 0 && caret_ < text_.size() && continues_code_point(text_[caret_]))
        --caret_;
}

void text_editor::step_left()
{
    caret_ = before(caret_);
}

void text_editor::step_right()
{
    caret_ = after(caret_);
}

void text_editor::insert(std::string_view text)
{
    if (text.size() > longest - text_.size())
        return;
    text_.insert(caret_, text);
    caret_ += text.size();
}

void text_editor::delete_backwards()
{
    const auto start = before(caret_);
    text_.erase(start, caret_ - start);
    caret_ = start;
}

void text_editor::delete_forwards()
{
    text_.erase(caret_, after(caret_) - caret_);
}

std::size_t text_editor::before(std::size_t offset) const
{
    while (offset > 0 && continues_code_point(text_[--offset])) {
    }
    return offset;
}

std::size_t text_editor::after(std::size_t offset) const
{
    if (offset < text_.size())
        ++offset;
    while (offset < text_.size() && continues_code_point(text_[offset]))
        ++offset;
    return offset;
}

} // namespace thimble::virtualphone
