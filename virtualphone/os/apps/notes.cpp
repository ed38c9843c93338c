#include "virtualphone/os/apps/notes.hpp"

#include "virtualphone/os/apps/address.hpp"
#include "virtualphone/os/text/on_screen_keyboard.hpp"
#include "virtualphone/os/toolkit/navigation_bar.hpp"

#include <utility>

namespace thimble::virtualphone {
namespace {

constexpr color accent = rgb(0xe0a800);

} // namespace

notes::notes(pasteboard& clipboard)
    : note_({.label = "Note", .identifier = "note", .placeholder = "Tap to write", .tint = accent},
            clipboard)
{
}

app_identity notes::who() const
{
    return {.bundle_id = "com.apple.mobilenotes", .name = "Notes", .icon = app_icon::notes};
}

view notes::show(const screen_layout& screen)
{
    view page{.frame = screen.whole()};
    page.opaque = true;
    page.paint = [whole = screen.whole()](canvas& on) { on.fill(whole, palette::white); };

    const bool editing = note_.focus() != nullptr;
    navigation_bar bar{
        .title = "Notes", .back = {}, .action = {}, .ground = palette::white, .tint = accent};
    if (editing)
        bar.action = {.text = "Done", .pressed = [this] { note_.blur(); }};

    auto area = navigation_bar::area_below(screen);
    area.x = screen.safe_side;
    area.width -= 2 * screen.safe_side;
    area.height -= editing ? on_screen_keyboard::height_on(screen) : screen.safe_bottom;
    page.children.push_back(note_.show(area));
    page.children.push_back(bar.show(screen));
    if (auto menu = note_.menu(screen))
        page.children.push_back(std::move(*menu));
    return page;
}

void notes::open_url(std::string_view url)
{
    const auto asked = parse_address(url);
    if (!asked || asked->host != "append" || !asked->query.contains("text"))
        return;
    auto& editor = note_.editor();
    editor.place_caret(editor.text().size());
    if (!editor.text().empty())
        editor.insert("\n");
    editor.insert(asked->query.at("text"));
}

nlohmann::json notes::state() const
{
    const auto& editor = note_.editor();
    nlohmann::json selection = nullptr;
    if (const auto selected = editor.selection_in_code_points())
        selection = nlohmann::json::array({selected->from, selected->to});
    return {{"text", editor.text()},
            {"caret", editor.caret_in_code_points()},
            {"selection", std::move(selection)}};
}

} // namespace thimble::virtualphone
