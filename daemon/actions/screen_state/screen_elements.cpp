#include "daemon/actions/screen_state/screen_elements.hpp"

#include "daemon/actions/screen_state/front_alert.hpp"
#include "daemon/actions/screen_state/surfaces.hpp"
#include "daemon/report/phone_report.hpp"
#include "daemon/report/refusals.hpp"
#include "screen/scale.hpp"
#include "selectors/element_kinds.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <optional>

namespace thimble::daemon {

namespace {

/// Keeps the far edge of a clipped element on the pixel that it still covers.
constexpr double hair = 1e-6; // points

bool is_frame_of_others(std::string_view type)
{
    constexpr std::array<std::string_view, 3> types{"Application", "Window", "Keyboard"};
    return std::ranges::find(types, type) != types.end();
}

bool is_of_interest(const device::element& one)
{
    if (is_frame_of_others(one.type))
        return false;
    return service::is_interactive(one.type) || !one.label.empty() || !one.name.empty();
}

struct pixel_rectangle {
    screen::pixel first;
    screen::pixel last; // the pixels furthest right and down
};

/// The part that lies on the interface; nothing where none does.
std::optional<pixel_rectangle>
visible_part(const device::element& one, const screen::interface& shown, const screen::geometry& on)
{
    const double left = std::max(one.x, 0.0);
    const double top = std::max(one.y, 0.0);
    const double right = std::min(one.x + one.width, shown.size.width);
    const double bottom = std::min(one.y + one.height, shown.size.height);
    if (right - left <= hair || bottom - top <= hair)
        return std::nullopt;
    return pixel_rectangle{.first = on.to_screenshot({.x = left, .y = top}),
                           .last = on.to_screenshot({.x = right - hair, .y = bottom - hair})};
}

/// Older runners do not tell it apart from the label that stands for it.
std::string identifier_of(const device::element& one)
{
    if (!one.identifier.empty())
        return one.identifier;
    return one.name == one.label ? std::string() : one.name;
}

service::screen_element to_screen(const device::element& one, const pixel_rectangle& part)
{
    return {.label = one.label,
            .name = one.name,
            .value = one.value,
            .type = one.type,
            .x = part.first.x,
            .y = part.first.y,
            .width = part.last.x - part.first.x + 1,
            .height = part.last.y - part.first.y + 1,
            .enabled = one.enabled,
            .visible = one.visible,
            .identifier = identifier_of(one),
            .placeholder = one.placeholder,
            .focused = one.focused,
            .traits = one.traits};
}

std::string app_in(const device::element_list& tree)
{
    const bool known = !tree.elements.empty() && tree.elements.front().type == "Application";
    return known ? tree.elements.front().label : std::string();
}

screen::pixel_size screenshot_size(screen::pixel_size panel, const screen::interface& shown)
{
    if (screen::is_landscape(shown.turned))
        std::swap(panel.width, panel.height);
    return screen::scaled_size(panel);
}

/// The tree of the app in front, or what a surface shows that an action has opened over it. Asking
/// for the surface costs several requests, so that it is asked for until it is seen to be gone.
boost::asio::awaitable<device::result<device::element_list>>
read_what_shows(const action_context& on)
{
    const auto which = on.opened == nullptr ? surface::none : on.opened->which;
    if (which != surface::none) {
        auto shown = co_await read_surface(*on.phone, which);
        if (shown && *shown)
            co_return std::move(**shown);
        if (shown && on.opened->which == which) // else another one has been opened meanwhile
            on.opened->which = surface::none;
    }
    device::element_reader* reader = on.phone->elements();
    if (reader == nullptr) // any more
        co_return std::unexpected(device::failure{.what = device::problem::unsupported,
                                                  .message = "No driver lists elements.",
                                                  .cause = {}});
    co_return co_await reader->read();
}

/// An alert of the system over an app is in the system's tree alone.
boost::asio::awaitable<void> put_system_alert_in_front(device::phone& phone, screen_elements& seen)
{
    const auto tree = co_await read_system(phone);
    if (!tree || tree->shown != seen.shown)
        co_return;
    auto over = elements_on_screen(*tree, seen.panel);
    if (!over.has_alert)
        co_return;
    seen.has_alert = true;
    seen.alert_is_foreign = true;
    std::ranges::move(seen.elements, std::back_inserter(seen.covered));
    seen.elements = std::move(over.elements);
}

} // namespace

gesture::point screen_elements::middle_of(const service::screen_element& element) const
{
    const screen::geometry geometry(panel, shown, space.size);
    const screen::place middle = geometry.to_interface(
        {.x = element.x + (element.width / 2), .y = element.y + (element.height / 2)});
    return {.x = middle.x, .y = middle.y};
}

screen::point_size screen_elements::size_of(const service::screen_element& element) const
{
    const screen::geometry geometry(panel, shown, space.size);
    const screen::place first = geometry.to_interface({.x = element.x, .y = element.y});
    const screen::place last = geometry.to_interface(
        {.x = element.x + element.width - 1, .y = element.y + element.height - 1});
    const double pixel = shown.size.width / space.size.width; // in points
    return {.width = last.x - first.x + pixel, .height = last.y - first.y + pixel};
}

screen_elements elements_on_screen(const device::element_list& tree,
                                   screen::pixel_size panel,
                                   const std::optional<device::alert>& alert)
{
    screen_elements out{
        .elements = {},
        .covered = {},
        .app = app_in(tree),
        .space = {.size = screenshot_size(panel, tree.shown), .turned = tree.shown.turned},
        .shown = tree.shown,
        .panel = panel};
    const screen::geometry geometry(panel, tree.shown, out.space.size);
    const alert_cover cover(tree.elements, alert);
    out.has_alert = cover.has_alert();
    out.has_keyboard = std::ranges::any_of(
        tree.elements, [](const auto& one) { return one.type == "Keyboard" && one.visible; });
    for (std::size_t index = 0; index < tree.elements.size(); ++index) {
        const device::element& one = tree.elements[index];
        if (!is_of_interest(one))
            continue;
        if (const auto part = visible_part(one, tree.shown, geometry))
            (cover.covers(index) ? out.covered : out.elements).push_back(to_screen(one, *part));
    }
    return out;
}

namespace {

bool takes_text(const device::element& one)
{
    constexpr std::array<std::string_view, 4> types{"TextField", "SecureTextField", "SearchField",
                                                    "TextView"};
    return std::ranges::find(types, one.type) != types.end();
}

/// The tree and the question after it may round differently.
bool is_at(const device::element& one, const device::element_frame& frame)
{
    constexpr double rounding = 1.5; // points
    const auto near = [](double a, double b) { return std::abs(a - b) <= rounding; };
    return near(one.x, frame.x) && near(one.y, frame.y) && near(one.width, frame.width) &&
           near(one.height, frame.height);
}

/// Trees tell of the focus of remote controls and hardware keyboards, which iPhones have none of.
/// With a keyboard on the screen one field has what is typed: the only one, or the one that the
/// phone says.
boost::asio::awaitable<void> mark_focused(device::element_reader& reader,
                                          device::element_list& tree)
{
    std::vector<device::element*> fields;
    bool keyboard = false;
    for (auto& one : tree.elements) {
        keyboard = keyboard || (one.type == "Keyboard" && one.visible);
        if (takes_text(one))
            fields.push_back(&one);
    }
    if (!keyboard || fields.empty())
        co_return;
    if (fields.size() == 1) {
        fields.front()->focused = true;
        co_return;
    }
    const auto frame = co_await reader.focused_frame();
    for (device::element* const one : fields)
        one->focused = frame && is_at(*one, *frame);
}

} // namespace

boost::asio::awaitable<std::expected<screen_elements, refusal>>
read_elements(action_context on, link::action what, focus wanted)
{
    if (on.phone->elements() == nullptr)
        co_return std::unexpected(unsupported(*on.phone, link::name_of(what)));
    auto tree = co_await read_what_shows(on);
    if (!tree)
        co_return std::unexpected(refused_by(*on.phone, tree.error(), what));
    if (device::element_reader* reader = on.phone->elements();
        wanted == focus::told && reader != nullptr)
        co_await mark_focused(*reader, *tree);
    const auto panel = on.phone->facts().panel;
    if (!panel)
        co_return std::unexpected(not_ready(*on.phone));
    auto seen = elements_on_screen(*tree, *panel, on.phone->facts().alert);
    if (!seen.has_alert && on.phone->facts().alert)
        co_await put_system_alert_in_front(*on.phone, seen);
    co_return seen;
}

} // namespace thimble::daemon
