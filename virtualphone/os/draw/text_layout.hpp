// Lines of text set in the phone's font: how large they are, and which letter is where.
#pragma once

#include "virtualphone/os/draw/color.hpp"
#include "virtualphone/os/model/phone_values.hpp"

#include <cstddef>
#include <memory>
#include <string_view>
#include <vector>

using PangoLayout = struct _PangoLayout; // NOLINT(bugprone-reserved-identifier)

namespace thimble::virtualphone {

enum class font_weight : std::uint8_t { thin, regular, medium, semibold, bold };
enum class alignment : std::uint8_t { left, centre, right };

struct text_style {
    double size = 17; // points
    font_weight weight = font_weight::regular;
    color ink = palette::black;
    alignment align = alignment::left;
    bool wraps = false; // else one line, shortened by an ellipsis
};

/// All lengths in points; places are relative to the top left of the text.
class text_layout {
public:
    /// `width` is where lines wrap or are shortened; 0: nowhere.
    text_layout(std::string_view text, const text_style& style, double width);

    double width() const;
    double height() const;

    /// The byte offset of the boundary between letters that is nearest to `where`.
    std::size_t offset_at(place where) const;
    /// The caret before the byte at `offset`; its width is 0.
    rectangle caret(std::size_t offset) const;
    /// Area of the bytes from `from` to `to`, line by line.
    std::vector<rectangle> boxes(std::size_t from, std::size_t to) const;

    /// The byte offset at which the last line begins.
    std::size_t last_line() const;

    PangoLayout* pango() const { return layout_.get(); }

private:
    struct freed {
        void operator()(PangoLayout* layout) const noexcept;
    };
    std::unique_ptr<PangoLayout, freed> layout_;
};

} // namespace thimble::virtualphone
