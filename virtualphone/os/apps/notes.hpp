// Notes: one note; a tap places the caret and brings up the keyboard.
#pragma once

#include "virtualphone/os/apps/app.hpp"
#include "virtualphone/os/text/text_view.hpp"

namespace thimble::virtualphone {

class notes : public app {
public:
    /// `clipboard` has to live as long as the app.
    explicit notes(pasteboard& clipboard);

    app_identity who() const override;
    view show(const screen_layout& screen) override;
    bool advance(milliseconds now) override { return note_.advance(now); }
    text_editor* focus() override { return note_.focus(); }
    bool opens(std::string_view scheme) const override { return scheme == "mobilenotes"; }
    /// mobilenotes://append?text=… puts the text below what is there.
    void open_url(std::string_view url) override;
    bool dismiss() override { return note_.dismiss(); }
    void leave() override { note_.close_menu(); } // the field keeps the focus
    nlohmann::json state() const override;

private:
    text_view note_;
};

} // namespace thimble::virtualphone
