#include "virtualphone/os/springboard/alert_dialog.hpp"

#include "virtualphone/os/controls/controls.hpp"

#include <algorithm>

namespace thimble::virtualphone {
namespace {

constexpr double dialog_width = 270;
constexpr double padding = 18;
constexpr double button_height = 44;
constexpr text_style title_style{
    .size = 17, .weight = font_weight::semibold, .align = alignment::centre, .wraps = true};
constexpr text_style text_style_{.size = 13, .align = alignment::centre, .wraps = true};

double height_of(const std::string& text, const text_style& style)
{
    return text.empty() ? 0 : text_layout(text, style, dialog_width - 2 * padding).height();
}

view wrapped(const rectangle& frame, const std::string& text, const text_style& style)
{
    auto out = label(frame, text, style);
    return out;
}

} // namespace

view alert_dialog(const shown_alert& what,
                  const screen_layout& screen,
                  const std::function<void(const std::string& button)>& answer)
{
    const double title_height = height_of(what.title, title_style);
    const double text_height = height_of(what.text, text_style_);
    const bool side_by_side = what.buttons.size() == 2;
    const double rows = side_by_side ? 1 : static_cast<double>(what.buttons.size());
    const double height = 2 * padding + title_height + 4 + text_height + rows * button_height;
    const rectangle frame{.x = (screen.width - dialog_width) / 2,
                          .y = std::max((screen.height - height) / 2, 0.0),
                          .width = dialog_width,
                          .height = height};

    view out{.frame = screen.whole()};
    out.opaque = true;
    out.paint = [whole = screen.whole()](canvas& on) { on.fill(whole, rgb(0x000000, 0.32)); };

    view dialog{.frame = frame, .type = "Alert", .label = what.title};
    dialog.paint = [frame](canvas& on) { on.fill_rounded(frame, 14, rgb(0xf2f2f4, 0.98)); };
    const double text_width = dialog_width - 2 * padding;
    dialog.children.push_back(wrapped({.x = frame.x + padding,
                                       .y = frame.y + padding,
                                       .width = text_width,
                                       .height = title_height},
                                      what.title, title_style));
    dialog.children.push_back(wrapped({.x = frame.x + padding,
                                       .y = frame.y + padding + title_height + 4,
                                       .width = text_width,
                                       .height = text_height},
                                      what.text, text_style_));
    rectangle button{.x = frame.x,
                     .y = frame.y + height - rows * button_height,
                     .width = side_by_side ? dialog_width / 2 : dialog_width,
                     .height = button_height};
    for (const auto& each : what.buttons) {
        dialog.children.push_back(
            panel({.x = button.x, .y = button.y, .width = button.width, .height = 0.5}, 0,
                  palette::separator));
        dialog.children.push_back(text_button(
            button, each, {.size = 17, .ink = palette::blue, .align = alignment::centre},
            [answer, each] { answer(each); }));
        side_by_side ? button.x += button.width : button.y += button_height;
    }
    out.children.push_back(std::move(dialog));
    return out;
}

} // namespace thimble::virtualphone
