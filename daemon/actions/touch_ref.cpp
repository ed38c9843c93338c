// Touches at elements that were seen before, and typing into them.
#include "daemon/actions/element_meeting.hpp"
#include "daemon/actions/refusals.hpp"
#include "daemon/actions/state.hpp"
#include "daemon/actions/touch_gesture.hpp"
#include "daemon/actions/touch_play.hpp"

#include <cmath>

namespace thimble::daemon {

namespace asio = boost::asio;

namespace {

template <class Touch>
concept with_two_places = requires(Touch what) { what.from_x; };

using met = std::expected<met_element, refusal>;

/// A place that the request names itself.
met at_pixel(const stage& on, screen::pixel pixel, coordinate_names names)
{
    const auto at = locate(on, pixel, names);
    if (!at)
        return std::unexpected(at.error());
    return met_element{.record = {}, .middle = at->where, .shown = at->shown};
}

/// Where the touch is, or begins.
asio::awaitable<met> beginning(stage on, element_meeting& meeting, link::touch_ref what)
{
    if (what.at)
        co_return co_await meeting.meet(*what.at);
    co_return std::visit(
        [&](const auto& one) {
            if constexpr (requires { one.from_x; })
                return at_pixel(on, {.x = one.from_x, .y = one.from_y}, {"from_x", "from_y"});
            else
                return at_pixel(on, {.x = one.x, .y = one.y}, {"x", "y"});
        },
        what.what);
}

/// Where a drag ends; of other touches where they are.
asio::awaitable<met>
ending_of(stage on, element_meeting& meeting, link::touch_ref what, met_element from)
{
    if (what.to)
        co_return co_await meeting.meet(*what.to);
    co_return std::visit(
        [&](const auto& one) {
            if constexpr (requires { one.to_x; })
                return at_pixel(on, {.x = one.to_x, .y = one.to_y}, {"to_x", "to_y"});
            else
                return met(from);
        },
        what.what);
}

gesture::shaped_path
gesture_at(const link::ref_touch& what, const met_element& from, const met_element& to)
{
    return std::visit(
        [&]<class Touch>(const Touch& one) {
            if constexpr (with_two_places<Touch>)
                return gesture_of(one, from.middle, to.middle);
            else
                return gesture_of(one, from.middle, bounds_of(from.shown));
        },
        what);
}

nlohmann::json
records_of(const link::touch_ref& what, const met_element& from, const met_element& to)
{
    const bool two =
        std::visit([]<class Touch>(const Touch&) { return with_two_places<Touch>; }, what.what);
    auto records = nlohmann::json::object();
    if (what.at)
        records[two ? "from_element" : "element"] = from.record;
    if (what.to)
        records["to_element"] = to.record;
    return records;
}

/// Whether the focus is in the field; forms move when the keyboard comes, and keep their sizes.
bool is_field(const device::element_frame& focused, const met_element& field)
{
    constexpr double rounding = 2; // points
    const bool around = field.middle.x >= focused.x && field.middle.y >= focused.y &&
                        field.middle.x <= focused.x + focused.width &&
                        field.middle.y <= focused.y + focused.height;
    const bool as_large = std::abs(focused.width - field.width) <= rounding &&
                          std::abs(focused.height - field.height) <= rounding;
    return around || as_large;
}

/// A driver that cannot tell where the focus is says at least whether there is one.
asio::awaitable<bool> has_focus(device::text_typist& typist, met_element field)
{
    const auto frame = co_await typist.focused_frame();
    if (frame)
        co_return is_field(*frame, field);
    if (frame.error().what != device::problem::unsupported)
        co_return false;
    const auto text = co_await typist.focused_text();
    co_return text || text.error().cause != "keyboard_not_shown";
}

asio::awaitable<bool> gets_focus(const stage& on, device::text_typist& typist, met_element field)
{
    const auto latest = std::chrono::steady_clock::now() + on.patience;
    while (!co_await has_focus(typist, field)) {
        if (std::chrono::steady_clock::now() >= latest)
            co_return false;
        co_await pause_between_questions();
    }
    co_return true;
}

/// The field has been tapped: what follows is no longer nothing.
performance after_tap(performance how)
{
    if (!how && how.error().outcome == link::outcome::not_sent)
        how.error().outcome = link::outcome::unknown;
    return how;
}

} // namespace

asio::awaitable<performance> perform_one(stage on, link::touch_ref what)
{
    element_meeting meeting(on, what, what.held);
    const auto from = co_await beginning(on, meeting, what);
    if (!from)
        co_return std::unexpected(from.error());
    const auto to = co_await ending_of(on, meeting, what, *from);
    if (!to)
        co_return std::unexpected(to.error());
    if (from->shown != to->shown)
        co_return std::unexpected(not_ready(*on.phone));
    auto gesture = gesture_at(what.what, *from, *to);
    auto done = co_await play(std::move(on), what, std::move(gesture), from->shown);
    if (done)
        done->value = records_of(what, *from, *to);
    co_return done;
}

asio::awaitable<performance> perform_one(stage on, link::type_ref what)
{
    device::text_typist* typist = on.phone->typing();
    if (typist == nullptr)
        co_return std::unexpected(unsupported(*on.phone, link::type::name));
    element_meeting meeting(on, what, what.held);
    const auto field = co_await meeting.meet(what.into);
    if (!field)
        co_return std::unexpected(field.error());
    const bool has_keyboard = what.held ? what.focused : field->focused;
    if (!has_keyboard) {
        auto tapped = co_await play(on, link::tap{},
                                    gesture_of(link::tap{}, field->middle, bounds_of(field->shown)),
                                    field->shown);
        if (!tapped)
            co_return tapped;
        typist = on.phone->typing();
        if (typist == nullptr || !co_await gets_focus(on, *typist, *field))
            co_return std::unexpected(not_reached(
                co_await alert_in_front(*on.phone), "keyboard_not_shown",
                "The field was tapped and did not get the keyboard, so nothing was typed. Look at "
                "the screen.",
                link::outcome::unknown));
    }
    auto typed = co_await perform_one(on, what.what);
    if (!has_keyboard)
        typed = after_tap(std::move(typed));
    if (typed)
        typed->value["element"] = field->record;
    co_return typed;
}

} // namespace thimble::daemon
