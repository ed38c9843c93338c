#include "virtualphone/os/springboard/alert_dialog.hpp"

#include "virtualphone/os/toolkit/controls.hpp"

#include <algorithm>
#include <utility>

namespace thimble::virtualphone {
namespace {

constexpr double dialog_width = 270;
constexpr double padding = 18;
constexpr double line_gap = 4;
constexpr double words_width = dialog_width - 2 * padding;
constexpr double tallest_button = 44;
constexpr text_style title_style{
    .size = 17, .weight = font_weight::semibold, .align = alignment::centre, .wraps = true};
constexpr text_style body_style{.size = 13, .align = alignment::centre, .wraps = true};

/// Where the parts of an alert are. Long words and many buttons are squeezed into the screen.
struct dialog_layout {
    rectangle frame;
    double title_height = 0;
    double text_height = 0;
    double button_height = tallest_button;
    bool side_by_side = false; // two buttons
};

double height_of(const std::string& text, const text_style& style)
{
    return text.empty() ? 0 : text_layout(text, style, words_width).height();
}

dialog_layout lay_out(const shown_alert& what, const screen_layout& screen)
{
    dialog_layout out;
    out.title_height = std::min(height_of(what.title, title_style), screen.height * 0.2);
    out.text_height = std::min(height_of(what.text, body_style), screen.height * 0.3);
    const bool sheet = what.kind == alert_kind::sheet;
    out.side_by_side = what.buttons.size() == 2 && !sheet;
    const double rows =
        out.side_by_side ? 1 : std::max(static_cast<double>(what.buttons.size()), 1.0);
    const double words = 2 * padding + out.title_height + line_gap + out.text_height;
    out.button_height = std::min(tallest_button, (screen.height - words) / rows);
    const double height = words + rows * out.button_height;
    out.frame = {.x = (screen.width - dialog_width) / 2,
                 .y = sheet ? screen.height - screen.safe_bottom - height
                            : (screen.height - height) / 2,
                 .width = dialog_width,
                 .height = height};
    return out;
}

void add_words(view& dialog, const shown_alert& what, const dialog_layout& layout)
{
    rectangle line{.x = layout.frame.x + padding,
                   .y = layout.frame.y + padding,
                   .width = words_width,
                   .height = layout.title_height};
    dialog.children.push_back(label(line, what.title, title_style));
    line.y += layout.title_height + line_gap;
    line.height = layout.text_height;
    dialog.children.push_back(label(line, what.text, body_style));
}

void add_buttons(view& dialog,
                 const shown_alert& what,
                 const dialog_layout& layout,
                 const std::function<void(const std::string& button)>& answer)
{
    const double rows = layout.side_by_side ? 1 : static_cast<double>(what.buttons.size());
    rectangle button{.x = layout.frame.x,
                     .y = layout.frame.y + layout.frame.height - rows * layout.button_height,
                     .width = layout.side_by_side ? dialog_width / 2 : dialog_width,
                     .height = layout.button_height};
    for (const auto& each : what.buttons) {
        const rectangle line{.x = button.x, .y = button.y, .width = button.width, .height = 0.5};
        dialog.children.push_back(panel(line, 0, palette::separator));
        dialog.children.push_back(text_button(
            button, each, {.size = 17, .ink = palette::blue, .align = alignment::centre},
            [answer, each] { answer(each); }));
        if (layout.side_by_side)
            button.x += button.width;
        else
            button.y += button.height;
    }
}

/// A sheet on an iPad is a popover, which is dismissed beside it; a dialog of a page has no type
/// of its own.
view dialog_of(const shown_alert& what, const rectangle& frame)
{
    const auto* const type = what.kind == alert_kind::alert   ? "Alert"
                             : what.kind == alert_kind::sheet ? "Sheet"
                                                              : "Other";
    return {.frame = frame, .type = type, .label = what.title};
}

} // namespace

view alert_dialog(const shown_alert& what,
                  const screen_layout& screen,
                  const std::function<void(const std::string& button)>& answer)
{
    const auto layout = lay_out(what, screen);
    view dialog = dialog_of(what, layout.frame);
    dialog.clips = true;
    dialog.paint = [frame = layout.frame](canvas& on) {
        on.fill_rounded(frame, 14, rgb(0xf2f2f4, 0.98));
    };
    add_words(dialog, what, layout);
    add_buttons(dialog, what, layout, answer);

    view out{.frame = screen.whole()};
    if (what.kind == alert_kind::web_dialog)
        out.type = "ScrollView";
    if (what.kind == alert_kind::sheet && screen.pad) {
        out.type = "Other";
        out.identifier = "PopoverDismissRegion";
    }
    out.opaque = true;
    out.paint = [whole = screen.whole()](canvas& on) { on.fill(whole, rgb(0x000000, 0.32)); };
    out.children.push_back(std::move(dialog));
    return out;
}

} // namespace thimble::virtualphone
