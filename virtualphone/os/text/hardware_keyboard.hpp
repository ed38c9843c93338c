// What the keys of a hardware keyboard mean, by their USB HID usages.
#pragma once

#include "virtualphone/os/text/text_editor.hpp"

#include <cstdint>
#include <string>

namespace thimble::virtualphone {

enum class key_action : std::uint8_t {
    none,
    insert,
    delete_backwards,
    delete_forwards,
    left,
    right,
    home, // Command-H
};

struct key_stroke {
    key_action what = key_action::none;
    std::string text; // what it inserts
};

/// `usage` is of the keyboard page (0x07); `modifiers` the modifier byte of a boot keyboard report:
/// bit 0 left control, 1 left shift, 2 left alternate, 3 left command, 4..7 the right ones.
key_stroke read_key(std::uint32_t usage, std::uint32_t modifiers);

void apply(const key_stroke& stroke, text_editor& editor);

} // namespace thimble::virtualphone
