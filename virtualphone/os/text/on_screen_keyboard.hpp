// The on-screen keyboard.
#pragma once

#include "virtualphone/os/text/text_editor.hpp"
#include "virtualphone/os/toolkit/screen_layout.hpp"
#include "virtualphone/os/toolkit/view.hpp"

#include <cstdint>
#include <string>

namespace thimble::virtualphone {

class on_screen_keyboard {
public:
    /// Its height on this screen, home indicator included, in points.
    static double height_on(const screen_layout& screen);

    /// Its keys act on `target`, which has to live as long as the view.
    view show(const screen_layout& screen, text_editor& target);

    /// Letters, small: as it is when it comes up.
    void reset();

private:
    enum class plane : std::uint8_t { letters, numbers, symbols };

    struct row_layout {
        double x;
        double y;
        double key_width;
        double key_height;
        double gap;
    };

    void add_letters(view& out, std::string_view letters, row_layout row, text_editor& target);
    void add_special_keys(view& out, const row_layout& last_row, double width, text_editor& target);
    view letter_key(const rectangle& frame, std::string text, text_editor& target);
    view shift_key(const rectangle& frame);
    void type(const std::string& text, text_editor& target);

    plane plane_ = plane::letters;
    bool shift_ = false;
    bool caps_lock_ = false; // shift stays
};

} // namespace thimble::virtualphone
