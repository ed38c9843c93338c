// Touches at whatever a selector names when their turn has come.
#include "daemon/actions/screen_state/element_search.hpp"
#include "daemon/actions/touch_gesture.hpp"
#include "daemon/actions/touch_play.hpp"
#include "daemon/report/refusals.hpp"

#include <concepts>

namespace thimble::daemon {

namespace {

/// The gesture for what was found; a drag has two places.
gesture::shaped_path
gesture_at(const link::touch& what, gesture::point where, gesture::point to, gesture::bounds panel)
{
    return std::visit(
        [&]<class Touch>(const Touch& one) {
            if constexpr (std::same_as<Touch, link::drag>)
                return gesture_of(one, where, to);
            else
                return gesture_of(one, where, panel);
        },
        what);
}

nlohmann::json records_of(bool two, const found_element& from, const found_element& to)
{
    if (!two)
        return {{"element", from.record}};
    return {{"from_element", from.record}, {"to_element", to.record}};
}

} // namespace

boost::asio::awaitable<action_outcome> perform_one(action_context on, link::touch_element what)
{
    const bool two = std::holds_alternative<link::drag>(what.what);
    auto search = co_await element_search::begin(on, what);
    if (!search)
        co_return std::unexpected(std::move(search.error()));
    const auto from = co_await search->find(what.selector);
    if (!from)
        co_return std::unexpected(from.error());
    const auto to = two ? co_await search->find(what.to_selector) : from;
    if (!to)
        co_return std::unexpected(to.error());
    if (from->shown != to->shown)
        co_return std::unexpected(stale_frame(from->space, to->space));

    auto gesture = gesture_at(what.what, from->middle, to->middle, bounds_of(from->shown));
    auto done = co_await play(std::move(on), what, std::move(gesture), from->shown);
    if (done)
        done->value = records_of(two, *from, *to);
    co_return done;
}

} // namespace thimble::daemon
