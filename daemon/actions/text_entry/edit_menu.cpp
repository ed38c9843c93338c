#include "daemon/actions/text_entry/edit_menu.hpp"

#include "daemon/actions/screen_state/state.hpp"
#include "daemon/actions/text_entry/paste_names.hpp"
#include "daemon/actions/text_entry/writing_direction.hpp"
#include "gesture/tap.hpp"

#include <algorithm>

namespace thimble::daemon {

namespace asio = boost::asio;

namespace {

/// Longer than any phone's long press, whose length is a setting of a person.
constexpr std::chrono::milliseconds menu_hold{900};

// Points.
constexpr double clear_button = 44; // at the right end of a field, as wide as a finger
constexpr double line_height = 60;  // what is higher than this shows several lines
constexpr double above_edge = 20;   // of the last line that is seen
constexpr double beside_edge = 8;   // behind the end of any line

device::failure no_menu(std::string message, std::string cause)
{
    return {.what = device::problem::refused,
            .phone = device::reached::perhaps,
            .message = std::move(message),
            .cause = std::move(cause)};
}

device::failure driver_lacks_menus()
{
    return {.what = device::problem::unsupported,
            .message = "Pasting without a hardware keyboard needs a driver that touches and that "
                       "lists elements.",
            .cause = {}};
}

/// The top of the keyboard, or the lower edge of the interface.
double lower_edge(const device::element_list& on_screen)
{
    double edge = on_screen.shown.size.height;
    for (const auto& each : on_screen.elements)
        if (each.type == "Keyboard" && each.visible && each.height > 0)
            edge = std::min(edge, each.y);
    return edge;
}

/// Where to hold a field, which is where its caret then stands: behind the end of its last line,
/// which is its left end where that is written from right to left. In a field of one line that is
/// not its clear button, and within a text that fills it. Nothing where no part of the field is to
/// be seen.
std::optional<gesture::point> place_to_hold(const device::element_frame& field,
                                            const device::element_list& on_screen,
                                            bool right_to_left)
{
    constexpr double towards_end = 0.75;
    const double left = std::max(field.x, 0.0);
    const double right = std::min(field.x + field.width, on_screen.shown.size.width);
    const double top = std::max(field.y, 0.0);
    const double bottom = std::min(field.y + field.height, lower_edge(on_screen));
    if (right - left < 1 || bottom - top < 1)
        return std::nullopt;
    const double width = right - left;
    const double height = bottom - top;
    if (height > line_height) {
        const double inside = std::min(beside_edge, width / 2);
        return gesture::point{.x = right_to_left ? left + inside : right - inside,
                              .y = bottom - above_edge};
    }
    if (right_to_left)
        return gesture::point{.x = left + ((1 - towards_end) * width), .y = top + (height / 2)};
    const double across = std::min(towards_end * width, std::max(width - clear_button, width / 2));
    return gesture::point{.x = left + across, .y = top + (height / 2)};
}

bool is_paste_name(std::string_view label)
{
    return std::ranges::find(paste_names, label) != paste_names.end();
}

bool pastes(const device::element& each)
{
    const bool item = each.type == "MenuItem" || each.type == "Button";
    return item && each.visible && each.width > 0 && each.height > 0 &&
           (is_paste_name(each.label) || is_paste_name(each.name));
}

/// A button of the app that is called the same was there before the menu.
bool was_there(const device::element_list& before, const device::element& item)
{
    return std::ranges::any_of(before.elements, [&](const device::element& each) {
        return each.type == item.type && each.label == item.label && each.x == item.x &&
               each.y == item.y;
    });
}

struct menu_item_found {
    gesture::point middle;
    screen::interface shown;
};

std::optional<menu_item_found> pasting_item(const device::element_list& before,
                                            const device::element_list& now)
{
    const auto is_new_item = [&](const device::element& each) {
        return pastes(each) && !was_there(before, each);
    };
    const auto found = std::ranges::find_if(now.elements, is_new_item);
    if (found == now.elements.end())
        return std::nullopt;
    return menu_item_found{
        .middle = {.x = found->x + (found->width / 2), .y = found->y + (found->height / 2)},
        .shown = now.shown};
}

asio::awaitable<std::optional<menu_item_found>> item_appears(const action_context& on,
                                                             const device::element_list& before)
{
    const auto give_up = std::chrono::steady_clock::now() + on.timeout;
    for (;;) {
        const auto began = std::chrono::steady_clock::now();
        device::element_reader* reader = on.phone->elements();
        const auto now = reader == nullptr ? device::result<device::element_list>(std::unexpect)
                                           : co_await reader->read_unrecorded();
        if (const auto item = now ? pasting_item(before, *now) : std::nullopt)
            co_return item;
        const auto ended = std::chrono::steady_clock::now();
        if (ended > give_up)
            co_return std::nullopt;
        co_await pause_between_questions(ended - began);
    }
}

asio::awaitable<device::result<void>>
touch_once(device::phone& phone, gesture::touch_path path, screen::interface shown)
{
    device::touch_player* touches = phone.touches();
    if (touches == nullptr)
        co_return std::unexpected(driver_lacks_menus());
    co_return co_await touches->play(std::move(path), shown);
}

} // namespace

bool can_use_edit_menu(device::phone& phone)
{
    return phone.typing() != nullptr && phone.elements() != nullptr && phone.touches() != nullptr;
}

asio::awaitable<device::result<void>> paste_by_menu(const action_context& on, std::string content)
{
    device::phone& phone = *on.phone;
    if (!can_use_edit_menu(phone))
        co_return std::unexpected(driver_lacks_menus());
    const auto field = co_await phone.typing()->focused_frame();
    if (!field)
        co_return std::unexpected(field.error());
    device::element_reader* reader = phone.elements();
    if (reader == nullptr)
        co_return std::unexpected(driver_lacks_menus());
    const auto before = co_await reader->read_unrecorded();
    if (!before)
        co_return std::unexpected(before.error());
    const auto place = place_to_hold(*field, *before, ends_right_to_left(content));
    if (!place)
        co_return std::unexpected(no_menu("The field is not to be seen, so that nothing was "
                                          "pasted.",
                                          "field_not_shown"));
    if (auto held =
            co_await touch_once(phone, gesture::tap_and_hold(*place, menu_hold), before->shown);
        !held)
        co_return held;
    const auto item = co_await item_appears(on, *before);
    if (!item)
        co_return std::unexpected(
            no_menu("The field was held, and no menu with an item that pastes has shown: nothing "
                    "was pasted. The text is on the phone's clipboard.",
                    "edit_menu_not_shown"));
    co_return co_await touch_once(phone, gesture::tap(item->middle), item->shown);
}

} // namespace thimble::daemon
