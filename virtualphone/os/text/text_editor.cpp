#include "virtualphone/os/text/text_editor.hpp"

#include <algorithm>

namespace thimble::virtualphone {

std::size_t text_editor::caret_in_code_points() const
{
    return count_code_points(std::string_view(text_).substr(0, caret_));
}

text_range text_editor::selection() const
{
    return {.from = std::min(anchor_, caret_), .to = std::max(anchor_, caret_)};
}

std::string text_editor::selected_text() const
{
    const auto selected = selection();
    return text_.substr(selected.from, selected.length());
}

std::optional<text_range> text_editor::selection_in_code_points() const
{
    const auto selected = selection();
    if (selected.empty())
        return std::nullopt;
    const auto from = count_code_points(std::string_view(text_).substr(0, selected.from));
    return text_range{.from = from, .to = from + count_code_points(selected_text())};
}

void text_editor::place_caret(std::size_t offset)
{
    const auto there = boundary_at(text_, offset);
    set(there, there);
}

void text_editor::select(text_range what)
{
    set(boundary_at(text_, what.from), boundary_at(text_, what.to));
}

void text_editor::move(caret_motion where, bool extend)
{
    const auto selected = selection();
    if (extend)
        set(anchor_, destination(where));
    else if (!selected.empty() && where == caret_motion::left)
        place_caret(selected.from);
    else if (!selected.empty() && where == caret_motion::right)
        place_caret(selected.to);
    else
        place_caret(destination(where));
}

void text_editor::insert(std::string_view text)
{
    const auto selected = selection();
    if (text.size() <= longest - (text_.size() - selected.length()))
        replace(selected, text);
}

void text_editor::type(std::string_view text)
{
    constexpr std::string_view deleting("\b\x7f");
    while (!text.empty()) {
        const auto plain = text.substr(0, text.find_first_of(deleting));
        if (!plain.empty())
            insert(plain);
        text.remove_prefix(plain.size());
        if (!text.empty()) {
            erase(caret_motion::left);
            text.remove_prefix(1);
        }
    }
}

void text_editor::erase(caret_motion where)
{
    if (selection().empty())
        move(where, true);
    if (!selection().empty())
        replace(selection(), {});
}

std::size_t text_editor::destination(caret_motion where) const
{
    switch (where) {
    case caret_motion::left:
        return before(text_, caret_);
    case caret_motion::right:
        return after(text_, caret_);
    case caret_motion::up:
        return line_above(caret_, 1);
    case caret_motion::down:
        return line_below(caret_, 1);
    case caret_motion::page_up:
        return line_above(caret_, lines_in_a_page);
    case caret_motion::page_down:
        return line_below(caret_, lines_in_a_page);
    case caret_motion::word_left:
        return word_start_before(text_, caret_);
    case caret_motion::word_right:
        return word_end_after(text_, caret_);
    case caret_motion::line_start:
        return paragraph_at(text_, caret_).from;
    case caret_motion::line_end:
        return paragraph_at(text_, caret_).to;
    case caret_motion::text_start:
        return 0;
    case caret_motion::text_end:
        return text_.size();
    }
    return caret_;
}

std::size_t text_editor::line_above(std::size_t offset, int lines) const
{
    auto line = paragraph_at(text_, offset);
    if (line.from == 0)
        return 0;
    for (; lines > 0 && line.from > 0; --lines)
        line = paragraph_at(text_, line.from - 1);
    return in_column_of(offset, line);
}

std::size_t text_editor::line_below(std::size_t offset, int lines) const
{
    auto line = paragraph_at(text_, offset);
    if (line.to == text_.size())
        return text_.size();
    for (; lines > 0 && line.to < text_.size(); --lines)
        line = paragraph_at(text_, line.to + 1);
    return in_column_of(offset, line);
}

std::size_t text_editor::in_column_of(std::size_t offset, text_range line) const
{
    auto out = line.from;
    for (auto each = paragraph_at(text_, offset).from; each < offset && out < line.to;
         each = after(text_, each))
        out = after(text_, out);
    return out;
}

void text_editor::set(std::size_t anchor, std::size_t caret)
{
    if (anchor == anchor_ && caret == caret_)
        return;
    anchor_ = anchor;
    caret_ = caret;
    ++revision_;
}

void text_editor::replace(text_range what, std::string_view by)
{
    text_.replace(what.from, what.length(), by);
    anchor_ = caret_ = what.from + by.size();
    ++text_revision_;
    ++revision_;
}

} // namespace thimble::virtualphone
