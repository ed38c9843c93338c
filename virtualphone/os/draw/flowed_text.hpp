// A text of many lines that changes a little at a time: only what has changed is set anew.
#pragma once

#include "virtualphone/os/draw/canvas.hpp"
#include "virtualphone/os/draw/text_layout.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace thimble::virtualphone {

/// The text is set in pieces of whole lines, because the time that setting takes grows faster than
/// the text does. Places are relative to the top left of the text, offsets are in bytes; all
/// lengths in points.
class flowed_text {
public:
    /// `style` has to wrap.
    explicit flowed_text(const text_style& style);

    /// `width` is where lines wrap.
    void set(std::string_view text, double width);

    double height() const;
    /// The boundary between letters that is nearest to `where`.
    std::size_t offset_at(place where) const;
    /// The caret before the byte at `offset`; its width is 0.
    rectangle caret(std::size_t offset) const;
    /// Area of the bytes from `from` to `to`, line by line.
    std::vector<rectangle> boxes(std::size_t from, std::size_t to) const;

    /// Only the lines of which something is within `seen` (which is relative to the text, too).
    void draw(canvas& on, place top_left, const rectangle& seen) const;

private:
    struct piece {
        std::string seen_text; // what it was set from; the same text is set the same way
        bool saw_all = false;  // there was no more text behind it
        text_layout lines;
        std::size_t length = 0; // bytes, without a line break at its end
        bool ends_paragraph = false;
        std::size_t begin = 0; // in the text
        double top = 0;

        double bottom() const { return top + lines.height(); }
    };

    piece set_piece(std::string_view rest) const;
    const piece& piece_of(std::size_t offset) const;

    text_style style_;
    double width_ = 0;
    std::vector<piece> pieces_; // never empty
};

} // namespace thimble::virtualphone
