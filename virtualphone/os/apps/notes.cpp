#include "virtualphone/os/apps/notes.hpp"

#include "virtualphone/os/controls/navigation_bar.hpp"
#include "virtualphone/os/text/on_screen_keyboard.hpp"

#include <algorithm>

namespace thimble::virtualphone {
namespace {

constexpr double margin = 20; // around the text, in points
constexpr text_style body_style{.size = 18, .wraps = true};
constexpr color accent = rgb(0xe0a800);

text_layout set_text(const std::string& text, double width)
{
    return {text, body_style, width};
}

} // namespace

app_identity notes::who() const
{
    return {.bundle_id = "com.apple.mobilenotes", .name = "Notes", .icon = app_icon::notes};
}

view notes::show(const screen_layout& screen)
{
    view page{.frame = screen.whole()};
    page.opaque = true;
    page.paint = [whole = screen.whole()](canvas& on) { on.fill(whole, palette::white); };

    navigation_bar bar{
        .title = "Notes", .back = {}, .action = {}, .ground = palette::white, .tint = accent};
    if (focused_)
        bar.action = {.text = "Done", .pressed = [this] { focused_ = false; }};

    auto area = navigation_bar::area_below(screen);
    area.x = screen.safe_side;
    area.width -= 2 * screen.safe_side;
    area.height -= focused_ ? on_screen_keyboard::height_on(screen) : screen.safe_bottom;
    page.children.push_back(body(area));
    page.children.push_back(bar.show(screen));
    return page;
}

view notes::body(const rectangle& area)
{
    const auto layout = set_text(editor_.text(), area.width - 2 * margin);
    scroll_.set_limit(layout.height() + 2 * margin - area.height);
    if (focused_ && caret_in_sight_ != editor_.caret())
        keep_caret_in_sight(layout.caret(editor_.caret()), area.height);

    view out{.frame = area, .type = "TextView", .label = "Note", .identifier = "note"};
    out.value = editor_.text();
    out.clips = true;
    out.scrolls = &scroll_;
    out.on_tap = [this, area](place where) { place_caret(where, area); };
    const place origin{.x = area.x + margin, .y = area.y + margin - scroll_.offset()};
    out.paint = [this, area, origin](canvas& on) {
        const canvas::clip clip(on, area);
        draw(on, area, origin);
    };
    return out;
}

void notes::draw(canvas& on, const rectangle& area, place origin) const
{
    const auto layout = set_text(editor_.text(), area.width - 2 * margin);
    on.text(origin, layout, palette::black);
    if (editor_.text().empty() && !focused_)
        on.text(origin, set_text("Tap to write", 0), palette::grey_text);
    if (!focused_)
        return;
    auto caret = layout.caret(editor_.caret());
    on.fill_rounded(
        {.x = origin.x + caret.x - 1, .y = origin.y + caret.y, .width = 2, .height = caret.height},
        1, accent);
}

void notes::place_caret(place where, const rectangle& area)
{
    const auto layout = set_text(editor_.text(), area.width - 2 * margin);
    editor_.place_caret(layout.offset_at(
        {.x = where.x - area.x - margin, .y = where.y - area.y - margin + scroll_.offset()}));
    focused_ = true;
}

void notes::keep_caret_in_sight(const rectangle& caret, double height)
{
    caret_in_sight_ = editor_.caret();
    const double top = caret.y;
    const double bottom = caret.y + caret.height + 2 * margin;
    if (top < scroll_.offset())
        scroll_.jump_to(top);
    else if (bottom > scroll_.offset() + height)
        scroll_.jump_to(bottom - height);
}

nlohmann::json notes::state() const
{
    return {{"text", editor_.text()}, {"caret", editor_.caret_in_code_points()}};
}

} // namespace thimble::virtualphone
