#include "virtualphone/os/apps/calculator.hpp"

#include "virtualphone/os/toolkit/controls.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>

namespace thimble::virtualphone {
namespace {

constexpr std::size_t most_digits = 9;
constexpr double key_gap = 13; // points
constexpr std::array<std::array<std::string_view, 4>, 5> keys{{{"AC", "±", "%", "÷"},
                                                               {"7", "8", "9", "×"},
                                                               {"4", "5", "6", "−"},
                                                               {"1", "2", "3", "+"},
                                                               {"0", "", ".", "="}}};

/// Where the keys are.
struct key_pad {
    rectangle area;

    rectangle frame_of(std::string_view key, std::size_t row, std::size_t column) const
    {
        const double width = (area.width - 3 * key_gap) / 4;
        const double height = (area.height - 4 * key_gap) / 5;
        return {.x = area.x + static_cast<double>(column) * (width + key_gap),
                .y = area.y + static_cast<double>(row) * (height + key_gap),
                .width = key == "0" ? 2 * width + key_gap : width, // it takes two places
                .height = height};
    }
};

key_pad lay_out(const screen_layout& screen)
{
    const double top = screen.safe_top + screen.height * (screen.landscape ? 0.18 : 0.24);
    const double height = screen.height - screen.safe_bottom - 10 - top;
    const double width = std::min(screen.width - 2 * screen.safe_side - 32,
                                  screen.landscape ? 1.8 * height : 0.95 * height);
    return {.area = {.x = (screen.width - width) / 2, .y = top, .width = width, .height = height}};
}

double apply(std::string_view operation, double left, double right)
{
    if (operation == "+")
        return left + right;
    if (operation == "−")
        return left - right;
    if (operation == "×")
        return left * right;
    if (operation == "÷")
        return left / right;
    return right;
}

std::string written(double value)
{
    if (!std::isfinite(value))
        return "Error";
    std::array<char, 64> text{};
    std::snprintf(text.data(), text.size(), "%.9g", value);
    return text.data();
}

bool is_digit_key(std::string_view key)
{
    return key.size() == 1 && (key == "." || (key.front() >= '0' && key.front() <= '9'));
}

color ground_of(std::string_view key, std::size_t column)
{
    if (column == 3)
        return palette::orange;
    return key == "AC" || key == "±" || key == "%" ? rgb(0xa5a5a5) : rgb(0x333335);
}

view key_view(const rectangle& frame, std::string_view key, std::size_t column)
{
    view out{.frame = frame, .type = "Button", .label = std::string(key)};
    out.identifier = out.label;
    out.paint = [frame, text = out.label, ground = ground_of(key, column)](canvas& on) {
        on.fill_rounded(frame, frame.height / 2, ground);
        on.text(frame, text,
                {.size = frame.height * 0.42,
                 .weight = font_weight::medium,
                 .ink = ground.red > 0.6 && ground.green > 0.6 ? palette::black : palette::white,
                 .align = alignment::centre});
    };
    return out;
}

} // namespace

app_identity calculator::who() const
{
    return {
        .bundle_id = "com.apple.calculator", .name = "Calculator", .icon = app_icon::calculator};
}

view calculator::show(const screen_layout& screen)
{
    view page{.frame = screen.whole()};
    page.opaque = true;
    page.paint = [whole = screen.whole()](canvas& on) { on.fill(whole, palette::black); };

    const auto pad = lay_out(screen);
    const rectangle line{
        .x = pad.area.x, .y = pad.area.y - 76, .width = pad.area.width, .height = 66};
    auto display = label(line, display_,
                         {.size = screen.landscape ? 42.0 : 62.0,
                          .weight = font_weight::thin,
                          .ink = palette::white,
                          .align = alignment::right});
    display.identifier = "display";
    page.children.push_back(std::move(display));
    for (std::size_t row = 0; row < keys.size(); ++row)
        for (std::size_t column = 0; column < keys[row].size(); ++column) {
            const auto key = keys[row][column];
            if (key.empty())
                continue;
            auto shown = key_view(pad.frame_of(key, row, column), key, column);
            shown.on_tap = [this, key](place) { press(key); };
            page.children.push_back(std::move(shown));
        }
    return page;
}

void calculator::press(std::string_view key)
{
    if (is_digit_key(key)) {
        digit(key);
    } else if (key == "AC") {
        *this = calculator();
    } else if (key == "±") {
        display_ = written(-shown());
    } else if (key == "%") {
        display_ = written(shown() / 100);
    } else {
        operation(key);
    }
}

void calculator::digit(std::string_view key)
{
    if (fresh_) {
        display_ = key == "." ? "0." : std::string(key);
        fresh_ = false;
        return;
    }
    const bool second_point = key == "." && display_.find('.') != std::string::npos;
    if (second_point || display_.size() >= most_digits)
        return;
    display_ = display_ == "0" && key != "." ? std::string(key) : display_ + std::string(key);
}

void calculator::operation(std::string_view key)
{
    if (!pending_.empty() && !fresh_)
        display_ = written(apply(pending_, left_, shown()));
    left_ = shown();
    pending_ = key == "=" ? std::string() : std::string(key);
    fresh_ = true;
}

double calculator::shown() const
{
    return std::strtod(display_.c_str(), nullptr);
}

nlohmann::json calculator::state() const
{
    return {{"display", display_}};
}

} // namespace thimble::virtualphone
