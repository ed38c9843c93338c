#include "virtualphone/os/text/hardware_keyboard.hpp"

#include <optional>
#include <string_view>

namespace thimble::virtualphone {
namespace {

constexpr std::uint32_t control_bits = 0x11;
constexpr std::uint32_t shift_bits = 0x22;
constexpr std::uint32_t alternate_bits = 0x44;
constexpr std::uint32_t command_bits = 0x88;

constexpr std::uint32_t usage_a = 0x04;
constexpr std::uint32_t usage_c = 0x06;
constexpr std::uint32_t usage_h = 0x0b;
constexpr std::uint32_t usage_v = 0x19;
constexpr std::uint32_t usage_x = 0x1b;
constexpr std::uint32_t usage_z = 0x1d;
constexpr std::uint32_t usage_1 = 0x1e;
constexpr std::uint32_t usage_0 = 0x27;
constexpr std::uint32_t usage_return = 0x28;
constexpr std::uint32_t usage_escape = 0x29;
constexpr std::uint32_t usage_delete = 0x2a;
constexpr std::uint32_t usage_tab = 0x2b;
constexpr std::uint32_t usage_space = 0x2c;
constexpr std::uint32_t usage_home = 0x4a;
constexpr std::uint32_t usage_page_up = 0x4b;
constexpr std::uint32_t usage_delete_forwards = 0x4c;
constexpr std::uint32_t usage_end = 0x4d;
constexpr std::uint32_t usage_page_down = 0x4e;
constexpr std::uint32_t usage_right = 0x4f;
constexpr std::uint32_t usage_left = 0x50;
constexpr std::uint32_t usage_down = 0x51;
constexpr std::uint32_t usage_up = 0x52;
constexpr std::uint32_t usage_enter = 0x58; // of the number pad

// A US keyboard, from usage 0x1e ('1') to 0x27 ('0') and from 0x2d ('-') to 0x38 ('/').
constexpr std::string_view digits = "1234567890";
constexpr std::string_view shifted_digits = "!@#$%^&*()";
constexpr std::uint32_t usage_minus = 0x2d;
constexpr std::uint32_t usage_slash = 0x38;
constexpr std::string_view marks = "-=[]\\#;'`,./";
constexpr std::string_view shifted_marks = "_+{}|~:\"~<>?";

std::string letter(std::uint32_t usage, bool shift)
{
    if (usage >= usage_a && usage <= usage_z)
        return std::string(
            1, static_cast<char>((shift ? 'A' : 'a') + static_cast<char>(usage - usage_a)));
    if (usage >= usage_1 && usage <= usage_0)
        return std::string(1, (shift ? shifted_digits : digits)[usage - usage_1]);
    if (usage >= usage_minus && usage <= usage_slash)
        return std::string(1, (shift ? shifted_marks : marks)[usage - usage_minus]);
    switch (usage) {
    case usage_return:
    case usage_enter:
        return "\n";
    case usage_tab:
        return "\t";
    case usage_space:
        return " ";
    default:
        return {};
    }
}

/// Sideways keys go by letters; with Alternate by words, with Command to the ends of the line.
std::optional<caret_motion> motion_of(std::uint32_t usage, bool by_words, bool to_the_end)
{
    using enum caret_motion;
    switch (usage) {
    case usage_left:
        return to_the_end ? line_start : by_words ? word_left : left;
    case usage_right:
        return to_the_end ? line_end : by_words ? word_right : right;
    case usage_up:
        return to_the_end ? text_start : by_words ? line_start : up;
    case usage_down:
        return to_the_end ? text_end : by_words ? line_end : down;
    case usage_home:
        return text_start;
    case usage_end:
        return text_end;
    case usage_page_up:
        return page_up;
    case usage_page_down:
        return page_down;
    default:
        return std::nullopt;
    }
}

key_action command(std::uint32_t usage)
{
    switch (usage) {
    case usage_a:
        return key_action::select_all;
    case usage_c:
        return key_action::copy;
    case usage_h:
        return key_action::home;
    case usage_v:
        return key_action::paste;
    case usage_x:
        return key_action::cut;
    case usage_space:
        return key_action::search;
    case usage_tab:
        return key_action::switch_app;
    default:
        return key_action::none;
    }
}

} // namespace

key_stroke read_key(std::uint32_t usage, std::uint32_t modifiers)
{
    const bool shift = (modifiers & shift_bits) != 0;
    const bool alternate = (modifiers & alternate_bits) != 0;
    const bool with_command = (modifiers & command_bits) != 0;

    if (usage == usage_escape)
        return {.what = key_action::dismiss};
    if (const auto motion = motion_of(usage, alternate, with_command))
        return {.what = key_action::move, .motion = *motion, .extend = shift};
    if (usage == usage_delete)
        return {.what = key_action::erase,
                .motion = *motion_of(usage_left, alternate, with_command)};
    if (usage == usage_delete_forwards)
        return {.what = key_action::erase,
                .motion = *motion_of(usage_right, alternate, with_command)};
    if (with_command)
        return {.what = command(usage)};
    if ((modifiers & control_bits) != 0)
        return {};
    auto text = letter(usage, shift);
    const auto what = text.empty() ? key_action::none : key_action::insert;
    return {.what = what, .text = std::move(text)};
}

void apply(const key_stroke& stroke, text_editor& editor, pasteboard& clipboard)
{
    switch (stroke.what) {
    case key_action::insert:
        return editor.insert(stroke.text);
    case key_action::erase:
        return editor.erase(stroke.motion);
    case key_action::move:
        return editor.move(stroke.motion, stroke.extend);
    case key_action::select_all:
        return editor.select_all();
    case key_action::copy:
        return copy_selection(editor, clipboard);
    case key_action::cut:
        return cut_selection(editor, clipboard);
    case key_action::paste:
        return paste_into(editor, clipboard);
    case key_action::dismiss:
    case key_action::home:
    case key_action::search:
    case key_action::switch_app:
    case key_action::none:
        return;
    }
}

} // namespace thimble::virtualphone
