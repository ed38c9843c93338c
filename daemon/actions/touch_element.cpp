// Touches at whatever a selector names when their turn has come.
#include "daemon/actions/perform.hpp"
#include "daemon/actions/screen_elements.hpp"
#include "daemon/actions/state.hpp"
#include "daemon/actions/touch_gesture.hpp"
#include "daemon/actions/touch_play.hpp"
#include "service/selectors/find.hpp"

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

/// An alert covers what is behind it, and may be why it was not found.
boost::asio::awaitable<refusal> not_found(stage on, service::failure why)
{
    if (const auto alert = co_await alert_in_front(*on.phone)) {
        why.message += " An alert is in front.";
        why.context["alert"] = {{"text", alert->text}, {"buttons", alert->buttons}};
    }
    co_return refusal{.why = std::move(why), .outcome = link::outcome::not_sent};
}

using found = std::expected<service::match, service::failure>;

nlohmann::json records_of(bool two, const service::match& from, const service::match& to)
{
    if (!two)
        return {{"element", service::match_record(from)}};
    return {{"from_element", service::match_record(from)},
            {"to_element", service::match_record(to)}};
}

} // namespace

boost::asio::awaitable<performance> perform_one(stage on, link::touch_element what)
{
    const bool two = std::holds_alternative<link::drag>(what.what);
    const auto seen = co_await read_elements(on, what);
    if (!seen)
        co_return std::unexpected(seen.error());
    const found from = service::find(what.selector, seen->elements);
    if (!from)
        co_return std::unexpected(co_await not_found(std::move(on), from.error()));
    const found to = two ? service::find(what.to_selector, seen->elements) : from;
    if (!to)
        co_return std::unexpected(co_await not_found(std::move(on), to.error()));

    auto gesture = gesture_at(what.what, seen->middle_of(*from->element),
                              seen->middle_of(*to->element), bounds_of(seen->shown));
    auto done = co_await play(std::move(on), what, std::move(gesture), seen->shown);
    if (done)
        done->value = records_of(two, *from, *to);
    co_return done;
}

} // namespace thimble::daemon
