#include "virtualphone/os/text/on_screen_keyboard.hpp"

#include "virtualphone/os/toolkit/controls.hpp"

#include <array>
#include <cctype>
#include <utility>

namespace thimble::virtualphone {
namespace {

constexpr double side = 3; // points between the screen's edge and the outermost keys
constexpr double key_gap = 6;
constexpr double row_gap = 11;
constexpr double top_padding = 10;
constexpr int row_count = 4;

constexpr std::array<std::string_view, 3> letter_rows{"qwertyuiop", "asdfghjkl", "zxcvbnm"};
constexpr std::array<std::string_view, 3> number_rows{"1234567890", "-/:;()$&@\"", ".,?!'"};
constexpr std::array<std::string_view, 3> symbol_rows{"[]{}#%^*+=", "_\\|~<>`", ".,?!'"};

constexpr color plain_key = palette::white;
constexpr color special_key = rgb(0xabb0ba);

void draw_cap(canvas& on, const rectangle& frame, color ground)
{
    auto shadow = frame;
    shadow.y += 1;
    on.fill_rounded(shadow, 5, rgb(0x898a8d));
    on.fill_rounded(frame, 5, ground);
}

view key(const rectangle& frame,
         std::string text,
         color ground,
         double size,
         std::function<void()> pressed)
{
    view out{.frame = frame, .type = "Key", .label = text, .identifier = text};
    out.on_tap = [pressed = std::move(pressed)](place) { pressed(); };
    out.paint = [frame, text = std::move(text), ground, size](canvas& on) {
        draw_cap(on, frame, ground);
        on.text(frame, text, {.size = size, .align = alignment::centre});
    };
    return out;
}

/// A key that shows an arrow instead of its name. `direction` is one step the way it points.
view arrow_key(const rectangle& frame,
               std::string name,
               color ground,
               place direction,
               std::function<void()> pressed)
{
    auto out = key(frame, std::move(name), ground, 0, std::move(pressed));
    out.paint = [frame, ground, direction](canvas& on) {
        draw_cap(on, frame, ground);
        const auto middle = centre_of(frame);
        const auto at = [&](double along, double across) { // from the middle, in points
            return place{.x = middle.x + along * direction.x - across * direction.y,
                         .y = middle.y + along * direction.y + across * direction.x};
        };
        on.stroke_line(std::array{at(-8, 0), at(7, 0)}, 2.2, palette::black);
        on.stroke_line(std::array{at(1, -6), at(7.5, 0), at(1, 6)}, 2.2, palette::black);
    };
    return out;
}

std::string capital(std::string text)
{
    for (auto& each : text)
        each = static_cast<char>(std::toupper(static_cast<unsigned char>(each)));
    return text;
}

} // namespace

double on_screen_keyboard::height_on(const screen_layout& screen)
{
    const double key_height = screen.pad ? 56 : screen.landscape ? 32 : 42;
    return top_padding + row_count * (key_height + row_gap) + screen.safe_bottom;
}

void on_screen_keyboard::reset()
{
    plane_ = plane::letters;
    shift_ = false;
    caps_lock_ = false;
}

view on_screen_keyboard::show(const screen_layout& screen, text_editor& target)
{
    const double height = height_on(screen);
    const rectangle frame{
        .x = 0, .y = screen.height - height, .width = screen.width, .height = height};
    view out{.frame = frame, .type = "Keyboard", .label = "Keyboard"};
    out.opaque = true;
    out.paint = [frame](canvas& on) { on.fill(frame, rgb(0xd1d4db)); };

    const double left = screen.safe_side + side;
    const double width = screen.width - 2 * left;
    row_layout row{.x = left,
                   .y = frame.y + top_padding,
                   .key_width = (width - 9 * key_gap) / 10,
                   .key_height = (height - screen.safe_bottom - top_padding) / row_count - row_gap,
                   .gap = key_gap};
    const auto& rows = plane_ == plane::letters   ? letter_rows
                       : plane_ == plane::numbers ? number_rows
                                                  : symbol_rows;
    for (const auto& each : rows) {
        auto centred = row;
        const auto count = static_cast<double>(each.size());
        centred.x += (width - count * row.key_width - (count - 1) * row.gap) / 2;
        add_letters(out, each, centred, target);
        row.y += row.key_height + row_gap;
    }
    add_special_keys(out, row, width, target);
    return out;
}

void on_screen_keyboard::add_letters(view& out,
                                     std::string_view letters,
                                     row_layout row,
                                     text_editor& target)
{
    for (const char each : letters) {
        const rectangle frame{
            .x = row.x, .y = row.y, .width = row.key_width, .height = row.key_height};
        std::string text(1, each);
        out.children.push_back(letter_key(frame, shift_ ? capital(text) : text, target));
        row.x += row.key_width + row.gap;
    }
}

view on_screen_keyboard::letter_key(const rectangle& frame, std::string text, text_editor& target)
{
    const auto pressed = [this, text, &target] { type(text, target); };
    return key(frame, text, plain_key, 22, pressed);
}

void on_screen_keyboard::add_special_keys(view& out,
                                          const row_layout& last_row,
                                          double width,
                                          text_editor& target)
{
    const bool letters = plane_ == plane::letters;
    const double above = last_row.y - last_row.key_height - row_gap;
    const double wide = last_row.key_width * 1.25;
    const double right = last_row.x + width;
    const auto box = [&](double x, double y, double key_width) {
        return rectangle{.x = x, .y = y, .width = key_width, .height = last_row.key_height};
    };
    if (letters)
        out.children.push_back(shift_key(box(last_row.x, above, wide)));
    else
        out.children.push_back(key(
            box(last_row.x, above, wide), plane_ == plane::numbers ? "#+=" : "123", special_key, 13,
            [this] { plane_ = plane_ == plane::numbers ? plane::symbols : plane::numbers; }));
    out.children.push_back(arrow_key(box(right - wide, above, wide), "delete", special_key,
                                     {.x = -1, .y = 0},
                                     [&target] { target.erase(caret_motion::left); }));

    const double quarter = width * 0.24;
    out.children.push_back(
        key(box(last_row.x, last_row.y, quarter), letters ? "123" : "ABC", special_key, 15,
            [this, letters] { plane_ = letters ? plane::numbers : plane::letters; }));
    out.children.push_back(
        key(box(last_row.x + quarter + key_gap, last_row.y, width - 2 * (quarter + key_gap)),
            "space", plain_key, 15, [this, &target] { type(" ", target); }));
    out.children.push_back(key(box(right - quarter, last_row.y, quarter), "return", special_key, 15,
                               [this, &target] { type("\n", target); }));
}

view on_screen_keyboard::shift_key(const rectangle& frame)
{
    auto out =
        arrow_key(frame, "shift", shift_ ? plain_key : special_key, {.x = 0, .y = -1}, [this] {
            shift_ = !shift_;
            caps_lock_ = false;
        });
    out.on_double_tap = [this](place) { shift_ = caps_lock_ = true; };
    out.selected = shift_;
    if (caps_lock_)
        out.value = "caps lock";
    return out;
}

void on_screen_keyboard::type(const std::string& text, text_editor& target)
{
    target.insert(text);
    shift_ = caps_lock_;
}

} // namespace thimble::virtualphone
