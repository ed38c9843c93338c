// Touches at elements that were seen before, and typing into them.
#include "daemon/actions/ref_resolver.hpp"
#include "daemon/actions/screen_state/state.hpp"
#include "daemon/actions/touch_gesture.hpp"
#include "daemon/actions/touch_play.hpp"
#include "daemon/report/refusals.hpp"

#include <cmath>

namespace thimble::daemon {

namespace asio = boost::asio;

namespace {

template <class Touch>
concept with_two_places = requires(Touch what) { what.from_x; };

using resolved = std::expected<resolved_element, refusal>;

/// A place that the request names itself.
resolved at_pixel(const action_context& on, screen::pixel pixel, coordinate_names names)
{
    const auto at = locate(on, pixel, names);
    if (!at)
        return std::unexpected(at.error());
    return resolved_element{.record = {}, .middle = at->where, .shown = at->shown};
}

/// Where the touch is, or begins.
asio::awaitable<resolved> beginning(action_context on, ref_resolver& resolver, link::touch_ref what)
{
    if (what.at)
        co_return co_await resolver.resolve(*what.at);
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
asio::awaitable<resolved>
ending_of(action_context on, ref_resolver& resolver, link::touch_ref what, resolved_element from)
{
    if (what.to)
        co_return co_await resolver.resolve(*what.to);
    co_return std::visit(
        [&](const auto& one) {
            if constexpr (requires { one.to_x; })
                return at_pixel(on, {.x = one.to_x, .y = one.to_y}, {"to_x", "to_y"});
            else
                return resolved(from);
        },
        what.what);
}

gesture::shaped_path
gesture_at(const link::ref_touch& what, const resolved_element& from, const resolved_element& to)
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
records_of(const link::touch_ref& what, const resolved_element& from, const resolved_element& to)
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

/// True if the focus is in the field; forms move when the keyboard comes, and keep their sizes.
bool is_field(const device::element_frame& focused, const resolved_element& field)
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
asio::awaitable<bool> has_focus(device::text_typist& typist, resolved_element field)
{
    const auto frame = co_await typist.focused_frame();
    if (frame)
        co_return is_field(*frame, field);
    if (frame.error().what != device::problem::unsupported)
        co_return false;
    const auto text = co_await typist.focused_text();
    co_return text || text.error().cause != "keyboard_not_shown";
}

asio::awaitable<bool>
gets_focus(const action_context& on, device::text_typist& typist, resolved_element field)
{
    const auto latest = std::chrono::steady_clock::now() + on.timeout;
    while (!co_await has_focus(typist, field)) {
        if (std::chrono::steady_clock::now() >= latest)
            co_return false;
        co_await pause_between_questions();
    }
    co_return true;
}

/// The field has been tapped: what follows is no longer nothing.
action_outcome after_tap(action_outcome how)
{
    if (!how && how.error().outcome == link::outcome::not_sent)
        how.error().outcome = link::outcome::unknown;
    return how;
}

} // namespace

asio::awaitable<action_outcome> perform_one(action_context on, link::touch_ref what)
{
    ref_resolver resolver(on, what, what.held);
    const auto from = co_await beginning(on, resolver, what);
    if (!from)
        co_return std::unexpected(from.error());
    const auto to = co_await ending_of(on, resolver, what, *from);
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

asio::awaitable<action_outcome> perform_one(action_context on, link::type_ref what)
{
    device::text_typist* typist = on.phone->typing();
    if (typist == nullptr)
        co_return std::unexpected(unsupported(*on.phone, link::type::name));
    ref_resolver resolver(on, what, what.held);
    const auto field = co_await resolver.resolve(what.into);
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
