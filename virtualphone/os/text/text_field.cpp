#include "virtualphone/os/text/text_field.hpp"

#include <algorithm>
#include <utility>

namespace thimble::virtualphone {
namespace {

constexpr double field_padding = 12; // points beside the text
constexpr text_style field_text{.size = 17, .wraps = false};

} // namespace

void text_field::set(std::string_view text)
{
    editor_.select_all();
    editor_.insert(text);
}

void text_field::begin_editing()
{
    if (!std::exchange(focused_, true))
        editor_.select_all();
}

std::optional<std::string> text_field::submitted()
{
    const auto end = editor_.text().find('\n');
    if (end == std::string::npos)
        return std::nullopt;
    auto line = editor_.text().substr(0, end);
    set(line);
    blur();
    return line;
}

view text_field::show(const rectangle& frame, std::string at_rest)
{
    frame_ = frame;
    at_rest_ = std::move(at_rest);
    view out{.frame = frame, .type = looks_.type, .label = looks_.label};
    out.identifier = looks_.identifier;
    out.value = editor_.text().empty() ? looks_.placeholder : editor_.text();
    out.placeholder = looks_.placeholder;
    out.clips = true;
    out.on_tap = [this](place where) { tap(where); };
    out.paint = [this](canvas& on) { draw(on); };
    return out;
}

void text_field::tap(place where)
{
    if (!focused_)
        return begin_editing();
    const text_layout line(editor_.text(), field_text, 0);
    editor_.place_caret(
        line.offset_at({.x = where.x - inside().x + pushed(line), .y = line.height() / 2}));
}

rectangle text_field::inside() const
{
    auto out = frame_;
    out.x += field_padding;
    out.width -= 2 * field_padding;
    return out;
}

double text_field::pushed(const text_layout& line) const
{
    return std::max(line.caret(editor_.caret()).x + 2 - inside().width, 0.0);
}

void text_field::draw(canvas& on) const
{
    on.fill_rounded(frame_, 10, rgb(0xe4e4e9));
    const auto area = inside();
    if (!focused_) {
        const bool empty = editor_.text().empty();
        return on.text(area, empty ? looks_.placeholder : at_rest_,
                       {.size = field_text.size,
                        .ink = empty ? palette::grey_text : palette::black,
                        .align = alignment::centre});
    }
    const canvas::clip clip(on, area);
    const text_layout line(editor_.text(), field_text, 0);
    const place origin{.x = area.x - pushed(line), .y = area.y + (area.height - line.height()) / 2};
    const auto selected = editor_.selection();
    for (auto box : line.boxes(selected.from, selected.to)) {
        box.x += origin.x;
        box.y += origin.y;
        on.fill(box, rgb(0x007aff, 0.25));
    }
    on.text(origin, line, palette::black);
    const auto caret = line.caret(editor_.caret());
    if (selected.empty())
        on.fill_rounded({.x = origin.x + caret.x - 1,
                         .y = origin.y + caret.y,
                         .width = 2,
                         .height = caret.height},
                        1, palette::blue);
}

} // namespace thimble::virtualphone
