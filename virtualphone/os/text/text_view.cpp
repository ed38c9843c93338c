#include "virtualphone/os/text/text_view.hpp"

#include <utility>

namespace thimble::virtualphone {
namespace {

constexpr double text_margin = 20; // around the text, in points
constexpr text_style body_style{.size = 18, .wraps = true};

} // namespace

text_view::text_view(appearance looks, pasteboard& clipboard)
    : looks_(std::move(looks)), clipboard_(clipboard), lines_(body_style)
{
}

void text_view::blur()
{
    focused_ = false;
    menu_for_.reset();
}

bool text_view::dismiss()
{
    if (menu_open()) {
        menu_for_.reset();
        return true;
    }
    return std::exchange(focused_, false);
}

view text_view::show(const rectangle& area)
{
    area_ = area;
    scroll_.set_limit(layout().height() + 2 * text_margin - area.height);
    if (focused_ && caret_in_sight_ != editor_.caret())
        keep_caret_in_sight();

    view out{.frame = area, .type = "TextView", .label = looks_.label};
    out.identifier = looks_.identifier;
    out.value = editor_.text();
    out.clips = true;
    out.scrolls = &scroll_;
    out.drags = this;
    out.on_tap = [this](place where) { tap(where); };
    out.on_double_tap = [this](place where) { select(word_at(editor_.text(), offset_at(where))); };
    out.on_triple_tap = [this](place where) {
        select(paragraph_at(editor_.text(), offset_at(where)));
    };
    out.on_long_press = [this](place where) {
        place_caret(where);
        open_menu();
    };
    out.paint = [this](canvas& on) { draw(on); };
    return out;
}

std::optional<view> text_view::menu(const screen_layout& screen)
{
    if (!menu_open())
        return std::nullopt;
    const auto items = menu_items();
    if (items.empty())
        return std::nullopt;
    const auto selected = editor_.selection();
    auto about = on_screen(layout().caret(selected.from));
    if (const auto boxes = layout().boxes(selected.from, selected.to); !boxes.empty())
        about = on_screen(boxes.front());
    return edit_menu(items, about, screen);
}

std::vector<menu_item> text_view::menu_items()
{
    const auto selected = editor_.selection();
    std::vector<menu_item> out;
    const auto add = [&](std::string title, std::function<void()> chosen) {
        out.push_back({.title = std::move(title), .chosen = std::move(chosen)});
    };
    if (!selected.empty()) {
        add("Cut", [this] { cut_selection(editor_, clipboard_); });
        add("Copy", [this] {
            copy_selection(editor_, clipboard_);
            menu_for_.reset();
        });
    }
    if (!clipboard_.empty())
        add("Paste", [this] {
            menu_for_.reset();
            paste_into(editor_, clipboard_);
        });
    if (editor_.text().empty())
        return out;
    if (selected.empty())
        add("Select", [this] { select(word_at(editor_.text(), editor_.caret())); });
    if (selected.length() < editor_.text().size())
        add("Select All", [this] { select({.from = 0, .to = editor_.text().size()}); });
    return out;
}

const flowed_text& text_view::layout()
{
    const double width = area_.width - 2 * text_margin;
    if (lines_of_ != editor_.text_revision() || lines_width_ != width) {
        lines_.set(editor_.text(), width);
        lines_of_ = editor_.text_revision();
        lines_width_ = width;
    }
    return lines_;
}

place text_view::origin() const
{
    return {.x = area_.x + text_margin, .y = area_.y + text_margin - scroll_.offset()};
}

std::size_t text_view::offset_at(place where)
{
    const auto from = origin();
    if (where.y >= from.y + layout().height())
        return editor_.text().size();
    return layout().offset_at({.x = where.x - from.x, .y = where.y - from.y});
}

rectangle text_view::on_screen(rectangle in_text) const
{
    const auto from = origin();
    in_text.x += from.x;
    in_text.y += from.y;
    return in_text;
}

void text_view::place_caret(place where)
{
    editor_.place_caret(offset_at(where));
    focused_ = true;
}

void text_view::tap(place where)
{
    const bool had_menu = menu_open();
    const auto before = editor_.revision();
    const bool was_focused = focused_;
    place_caret(where);
    menu_for_.reset();
    if (was_focused && !had_menu && editor_.revision() == before)
        open_menu(); // a tap where the caret already is
}

void text_view::select(text_range what)
{
    editor_.select(what);
    focused_ = true;
    open_menu();
}

void text_view::drop(place where)
{
    place_caret(where);
    open_menu();
}

void text_view::keep_caret_in_sight()
{
    caret_in_sight_ = editor_.caret();
    const auto caret = layout().caret(editor_.caret());
    const double bottom = caret.y + caret.height + 2 * text_margin;
    if (caret.y < scroll_.offset())
        scroll_.jump_to(caret.y);
    else if (bottom > scroll_.offset() + area_.height)
        scroll_.jump_to(bottom - area_.height);
}

void text_view::draw(canvas& on)
{
    const canvas::clip clip(on, area_);
    if (focused_ && !editor_.selection().empty())
        draw_selection(on);
    const auto top_left = origin();
    layout().draw(
        on, top_left,
        {.x = 0, .y = area_.y - top_left.y, .width = area_.width, .height = area_.height});
    if (editor_.text().empty() && !focused_)
        on.text(origin(), text_layout(looks_.placeholder, body_style, 0), palette::grey_text);
    if (!focused_ || !editor_.selection().empty())
        return;
    const auto caret = on_screen(layout().caret(editor_.caret()));
    on.fill_rounded({.x = caret.x - 1, .y = caret.y, .width = 2, .height = caret.height}, 1,
                    looks_.tint);
}

void text_view::draw_selection(canvas& on)
{
    auto ground = looks_.tint;
    ground.alpha = 0.3;
    const auto selected = editor_.selection();
    for (const auto& each : layout().boxes(selected.from, selected.to))
        on.fill(on_screen(each), ground);

    const auto first = on_screen(layout().caret(selected.from));
    const auto last = on_screen(layout().caret(selected.to));
    for (const auto& each : {first, last})
        on.fill({.x = each.x - 1, .y = each.y, .width = 2, .height = each.height}, looks_.tint);
    on.fill_circle({.x = first.x, .y = first.y}, 5, looks_.tint);
    on.fill_circle({.x = last.x, .y = last.y + last.height}, 5, looks_.tint);
}

} // namespace thimble::virtualphone
