#include "virtualphone/os/apps/shortcuts.hpp"

#include "virtualphone/os/apps/address.hpp"
#include "virtualphone/os/toolkit/cell_grid.hpp"
#include "virtualphone/os/toolkit/controls.hpp"
#include "virtualphone/os/toolkit/navigation_bar.hpp"

#include <algorithm>
#include <utility>

namespace thimble::virtualphone {
namespace {

constexpr double narrowest_tile = 100; // points
constexpr double flatter = 20;         // than they are wide
constexpr double cell_gap = 10;        // between cells, and inside one
constexpr double grid_margin = 16;

std::string append_to_notes(const std::string& text)
{
    return "mobilenotes://append?text=" + percent_encoded(text);
}

} // namespace

shortcuts::shortcuts(pasteboard& clipboard, app_host& host) : clipboard_(clipboard), host_(host)
{
    fill_library();
}

void shortcuts::fill_library()
{
    const auto add = [this](std::string name, color ink, auto effect) {
        library_.push_back({.name = std::move(name), .ink = ink, .effect = std::move(effect)});
    };
    add("Add note", rgb(0xe0a800), [this](const optional_input& given) {
        host_.open_url(append_to_notes(given.value_or("A new note")));
    });
    add("Open Maps", rgb(0x2fa84f), [this](const optional_input&) { host_.open_url("maps://"); });
    add("Set clipboard", rgb(0x3478f6),
        [this](const optional_input& given) { clipboard_.copy(given.value_or("")); });
    add("Ask", rgb(0x9b51e0), [this](const optional_input& given) {
        host_.show_alert({.title = given.value_or("How are you?"),
                          .text = {},
                          .buttons = {"Cancel", "Done"},
                          .app = std::string(who().bundle_id)});
    });
    add("Log weight", rgb(0xf0486d), [this](const optional_input& given) {
        host_.open_url(append_to_notes("Weight: " + given.value_or("as yesterday")));
    });
    add("Über mich", rgb(0x30a6a6),
        [this](const optional_input&) { host_.open_url("https://example.com/about"); });
}

app_identity shortcuts::who() const
{
    return {.bundle_id = "com.apple.shortcuts", .name = "Shortcuts", .icon = app_icon::shortcuts};
}

void shortcuts::open_url(std::string_view url)
{
    const auto asked = parse_address(url);
    if (!asked || asked->host != "run-shortcut")
        return;
    const auto value = [&](const char* item) {
        const auto found = asked->query.find(item);
        return found == asked->query.end() ? std::string() : found->second;
    };
    const auto source = value("input");
    if (source == "clipboard")
        clipboard_.paste([this, name = value("name")](const auto& text) { run(name, text); });
    else
        run(value("name"), source == "text" ? optional_input(value("text")) : std::nullopt);
}

void shortcuts::run(const std::string& name, optional_input given)
{
    const auto wanted = std::ranges::find(library_, name, &shortcut::name);
    if (wanted == library_.end()) {
        return host_.show_alert({.title = "The shortcut “" + name + "” could not be found.",
                                 .text = {},
                                 .buttons = {"OK"},
                                 .app = std::string(who().bundle_id)});
    }
    last_ = name;
    input_ = std::move(given);
    ++runs_;
    wanted->effect(input_);
}

view shortcuts::show(const screen_layout& screen)
{
    view page{.frame = screen.whole()};
    page.opaque = true;
    page.paint = [whole = screen.whole()](canvas& on) { on.fill(whole, palette::page); };

    const auto area = navigation_bar::area_below(screen);
    view grid{.frame = area, .type = "CollectionView", .label = "Library"};
    grid.clips = true;
    grid.scrolls = &scroll_;
    const double left = screen.safe_side + grid_margin;
    const cell_grid cells(
        {.x = left, .y = area.y + cell_gap, .width = area.width - 2 * left, .height = area.height},
        narrowest_tile, -flatter, cell_gap);
    scroll_.set_limit(cells.height(library_.size()) + cell_gap + screen.safe_bottom - area.height);
    for (std::size_t i = 0; i < library_.size(); ++i)
        grid.children.push_back(cell(library_[i], cells.cell(i, scroll_.offset())));
    page.children.push_back(std::move(grid));
    navigation_bar bar;
    bar.title = "Shortcuts";
    page.children.push_back(bar.show(screen));
    return page;
}

view shortcuts::cell(const shortcut& which, const rectangle& frame)
{
    view out{.frame = frame, .type = "Button", .label = which.name, .identifier = which.name};
    out.on_tap = [this, name = which.name](place) { run(name, std::nullopt); };
    out.paint = [frame, name = which.name, ink = which.ink](canvas& on) {
        on.fill_rounded(frame, 18, ink);
        const auto inside = inset(frame, cell_gap);
        on.fill_circle({.x = inside.x + 12, .y = inside.y + 12}, 12, rgb(0xffffff, 0.3));
        constexpr double line = 22;
        on.text({.x = inside.x,
                 .y = inside.y + inside.height - line,
                 .width = inside.width,
                 .height = line},
                name, {.size = 13, .weight = font_weight::semibold, .ink = palette::white});
    };
    return out;
}

nlohmann::json shortcuts::state() const
{
    return {{"last", last_},
            {"input", input_ ? nlohmann::json(*input_) : nlohmann::json()},
            {"runs", runs_},
            {"offset", scroll_.offset()}};
}

} // namespace thimble::virtualphone
