// Text with a caret in it: what a text field edits.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace thimble::virtualphone {

/// UTF-8. The caret is a byte offset at the beginning of a code point.
class text_editor {
public:
    static constexpr std::size_t longest = 1'000'000; // bytes; more is not taken

    const std::string& text() const { return text_; }
    std::size_t caret() const { return caret_; }
    std::size_t caret_in_code_points() const;

    /// Before the code point that the byte at `offset` belongs to, or at the end.
    void place_caret(std::size_t offset);
    void step_left();
    void step_right();

    void insert(std::string_view text);
    void delete_backwards();
    void delete_forwards();

private:
    std::size_t before(std::size_t offset) const;
    std::size_t after(std::size_t offset) const;

    std::string text_;
    std::size_t caret_ = 0;
};

} // namespace thimble::virtualphone
