// A field of many lines that fingers work in: caret, selection, edit menu, scrolling.
#pragma once

#include "virtualphone/os/draw/flowed_text.hpp"
#include "virtualphone/os/text/edit_menu.hpp"
#include "virtualphone/os/text/pasteboard.hpp"
#include "virtualphone/os/text/text_editor.hpp"
#include "virtualphone/os/toolkit/screen_layout.hpp"
#include "virtualphone/os/toolkit/view.hpp"

#include <optional>
#include <string>

namespace thimble::virtualphone {

class text_view : private drag_source {
public:
    struct appearance {
        std::string label;
        std::string identifier;
        std::string placeholder; // where there is no text yet
        color tint = palette::blue;
    };

    /// `clipboard` has to live as long as the view.
    text_view(appearance looks, pasteboard& clipboard);

    text_editor& editor() { return editor_; }
    const text_editor& editor() const { return editor_; }
    text_editor* focus() { return focused_ ? &editor_ : nullptr; }
    void blur();
    void close_menu() { menu_for_.reset(); }
    /// Closes the edit menu or, when there is none, gives up the keyboard; false: neither.
    bool dismiss();

    bool advance(milliseconds now) { return scroll_.advance(now); }
    view show(const rectangle& area);
    /// The edit menu while there is one, to be put in front of the page. After show().
    std::optional<view> menu(const screen_layout& screen);

private:
    // drag_source: after a long press the caret follows the finger
    void carry_to(place where) override { place_caret(where); }
    void drop(place where) override;
    void put_back() override {}

    const flowed_text& layout();
    place origin() const; // of the text, on the screen
    std::size_t offset_at(place where);
    rectangle on_screen(rectangle in_text) const;
    void place_caret(place where);
    void tap(place where);
    void select(text_range what);
    void open_menu() { menu_for_ = editor_.revision(); }
    bool menu_open() const { return focused_ && menu_for_ == editor_.revision(); }
    std::vector<menu_item> menu_items();
    void keep_caret_in_sight();
    void draw(canvas& on);
    void draw_selection(canvas& on);

    appearance looks_;
    pasteboard& clipboard_;
    text_editor editor_;
    bool focused_ = false;
    scroller scroll_{axis::vertical};
    rectangle area_;                        // as last shown
    std::size_t caret_in_sight_ = 0;        // the caret for which the text was last scrolled
    std::optional<std::uint64_t> menu_for_; // the state of the editor it belongs to

    flowed_text lines_;
    std::optional<std::uint64_t> lines_of_; // the revision of the text that they were set from
    double lines_width_ = 0;
};

} // namespace thimble::virtualphone
