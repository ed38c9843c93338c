// Text with a caret and a selection in it: what a text field edits.
#pragma once

#include "virtualphone/os/text/code_points.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace thimble::virtualphone {

enum class caret_motion : std::uint8_t {
    left,
    right,
    up, // by paragraphs, keeping the column as far as they are long enough
    down,
    page_up, // several of these
    page_down,
    word_left,
    word_right,
    line_start,
    line_end,
    text_start,
    text_end,
};

/// UTF-8. The selection lies between the caret and the anchor, two byte offsets at the beginnings
/// of code points; where they are the same, nothing is selected.
class text_editor {
public:
    static constexpr std::size_t longest = 1'000'000; // bytes; more is not taken
    static constexpr int lines_in_a_page = 10;

    const std::string& text() const { return text_; }
    std::size_t caret() const { return caret_; }
    std::size_t caret_in_code_points() const;
    text_range selection() const;
    std::string selected_text() const;
    /// In code points; nothing when nothing is selected.
    std::optional<text_range> selection_in_code_points() const;

    /// Grows when the text changes; when caret, selection or text do.
    std::uint64_t text_revision() const { return text_revision_; }
    std::uint64_t revision() const { return revision_; }

    /// Before the code point that the byte at `offset` belongs to, or at the end.
    void place_caret(std::size_t offset);
    void select(text_range what);
    void select_all() { select({.from = 0, .to = text_.size()}); }
    /// `extend`: the anchor stays, so the selection grows or shrinks. Else a selection collapses.
    void move(caret_motion where, bool extend);

    /// Takes the place of the selection.
    void insert(std::string_view text);
    /// As from a keyboard: a backspace (U+0008) or delete (U+007F) among the letters deletes.
    void type(std::string_view text);
    /// The selection or, without one, what lies between the caret and where `where` leads.
    void erase(caret_motion where);

private:
    std::size_t destination(caret_motion where) const;
    std::size_t line_above(std::size_t offset, int lines) const;
    std::size_t line_below(std::size_t offset, int lines) const;
    std::size_t in_column_of(std::size_t offset, text_range line) const;
    void set(std::size_t anchor, std::size_t caret);
    void replace(text_range what, std::string_view by);

    std::string text_;
    std::size_t caret_ = 0;
    std::size_t anchor_ = 0;
    std::uint64_t text_revision_ = 0;
    std::uint64_t revision_ = 0;
};

} // namespace thimble::virtualphone
