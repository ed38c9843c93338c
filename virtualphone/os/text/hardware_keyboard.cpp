#include "virtualphone/os/text/hardware_keyboard.hpp"

#include <string_view>

namespace thimble::virtualphone {
namespace {

constexpr std::uint32_t shift_bits = 0x22;
constexpr std::uint32_t command_bits = 0x88;
constexpr std::uint32_t usage_a = 0x04;
constexpr std::uint32_t usage_h = 0x0b;
constexpr std::uint32_t usage_z = 0x1d;
constexpr std::uint32_t usage_1 = 0x1e;
constexpr std::uint32_t usage_0 = 0x27;

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
    return {};
}

} // namespace

key_stroke read_key(std::uint32_t usage, std::uint32_t modifiers)
{
    if ((modifiers & command_bits) != 0)
        return {.what = usage == usage_h ? key_action::home : key_action::none, .text = {}};
    switch (usage) {
    case 0x28: // return
        return {.what = key_action::insert, .text = "\n"};
    case 0x2a:
        return {.what = key_action::delete_backwards, .text = {}};
    case 0x2b:
        return {.what = key_action::insert, .text = "\t"};
    case 0x2c:
        return {.what = key_action::insert, .text = " "};
    case 0x4c:
        return {.what = key_action::delete_forwards, .text = {}};
    case 0x4f:
        return {.what = key_action::right, .text = {}};
    case 0x50:
        return {.what = key_action::left, .text = {}};
    default:
        break;
    }
    auto text = letter(usage, (modifiers & shift_bits) != 0);
    const auto what = text.empty() ? key_action::none : key_action::insert;
    return {.what = what, .text = std::move(text)};
}

void apply(const key_stroke& stroke, text_editor& editor)
{
    switch (stroke.what) {
    case key_action::insert:
        editor.insert(stroke.text);
        break;
    case key_action::delete_backwards:
        editor.delete_backwards();
        break;
    case key_action::delete_forwards:
        editor.delete_forwards();
        break;
    case key_action::left:
        editor.step_left();
        break;
    case key_action::right:
        editor.step_right();
        break;
    case key_action::home:
    case key_action::none:
        break;
    }
}

} // namespace thimble::virtualphone
