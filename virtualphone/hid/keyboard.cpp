#include "virtualphone/hid/keyboard.hpp"

namespace thimble::virtualphone::hid {
namespace {

constexpr std::size_t first_modifier = 0xE0; // left control; the others follow it

/// The modifier byte of a boot keyboard.
std::uint32_t modifiers_of(const std::bitset<usage_count>& pressed)
{
    std::uint32_t bits = 0;
    for (std::size_t usage = first_modifier; usage < usage_count; ++usage)
        if (pressed[usage])
            bits |= 1U << (usage - first_modifier);
    return bits;
}

} // namespace

void keyboard::take(const key_report& report, operating_system& os, milliseconds now)
{
    if (pressed_.none())
        clock_.begin_anew();
    change(os, report.pressed, clock_.read(report.nanoseconds, now));
}

void keyboard::press(std::size_t usage, bool down, operating_system& os, milliseconds now)
{
    auto to = pressed_;
    to.set(usage, down);
    change(os, to, now);
}

/// A key is let go with the modifiers that it was pressed with, and pressed with those that are
/// down now.
void keyboard::change(operating_system& os, const std::bitset<usage_count>& to, milliseconds at)
{
    const auto released = pressed_ & ~to;
    const auto added = to & ~pressed_;
    for (std::size_t usage = 0; usage < first_modifier; ++usage)
        if (released[usage])
            stroke(os, usage, false, at);
    for (std::size_t usage = first_modifier; usage < usage_count; ++usage)
        if (released[usage] || added[usage])
            stroke(os, usage, added[usage], at);
    for (std::size_t usage = 0; usage < first_modifier; ++usage)
        if (added[usage])
            stroke(os, usage, true, at);
}

void keyboard::stroke(operating_system& os, std::size_t usage, bool down, milliseconds at)
{
    pressed_.set(usage, down);
    os.key(static_cast<std::uint32_t>(usage), modifiers_of(pressed_), down, at);
}

} // namespace thimble::virtualphone::hid
