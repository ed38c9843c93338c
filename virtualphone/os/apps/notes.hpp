// Notes: one note; a tap places the caret and brings up the keyboard.
#pragma once

#include "virtualphone/os/apps/app.hpp"
#include "virtualphone/os/text/text_editor.hpp"

namespace thimble::virtualphone {

class notes : public app {
public:
    app_identity who() const override;
    view show(const screen_layout& screen) override;
    bool advance(milliseconds now) override { return scroll_.advance(now); }
    text_editor* focus() override { return focused_ ? &editor_ : nullptr; }
    void leave() override { focused_ = false; }
    nlohmann::json state() const override;

private:
    void place_caret(place where, const rectangle& text_area);
    void keep_caret_in_sight(const rectangle& caret, double height);
    void draw(canvas& on, const rectangle& area, place origin) const;
    view body(const rectangle& area);

    text_editor editor_;
    bool focused_ = false;
    scroller scroll_{axis::vertical};
    std::size_t caret_in_sight_ = 0; // the caret for which the text was last scrolled
};

} // namespace thimble::virtualphone
