// Meanings of the keys of a hardware keyboard, by their USB HID usages.
#pragma once

#include "virtualphone/os/text/pasteboard.hpp"
#include "virtualphone/os/text/text_editor.hpp"

#include <cstdint>
#include <string>

namespace thimble::virtualphone {

enum class key_action : std::uint8_t {
    none,
    insert, // the text
    erase,  // what the motion passes
    move,
    select_all,
    copy,
    cut,
    paste,
    dismiss,    // Escape
    home,       // Command-H
    search,     // Command-Space
    switch_app, // Command-Tab
};

struct key_stroke {
    key_action what = key_action::none;
    std::string text{};                       // what it inserts
    caret_motion motion = caret_motion::left; // where it moves, how far it erases
    bool extend = false;                      // it moves with shift: it selects
};

/// `usage` is of the keyboard page (0x07); `modifiers` the modifier byte of a boot keyboard report:
/// bit 0 left control, 1 left shift, 2 left alternate, 3 left command, 4..7 the right ones.
key_stroke read_key(std::uint32_t usage, std::uint32_t modifiers);

/// `editor` has to stay valid as long as the phone runs: a paste may have to be allowed first.
void apply(const key_stroke& stroke, text_editor& editor, pasteboard& clipboard);

} // namespace thimble::virtualphone
