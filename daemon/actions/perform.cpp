#include "daemon/actions/perform.hpp"

#include "daemon/actions/screen_state/surfaces.hpp"
#include "daemon/frames/phone_frames.hpp"
#include "daemon/report/serving_driver.hpp"

#include <type_traits>

namespace thimble::daemon {

namespace {

/// Names the driver that has done it, unless what was done says so itself.
void sign(action_result& done, const serving_driver& by)
{
    auto driver = by.name();
    if (driver.empty() || (done.receipt && done.receipt->driver))
        return;
    if (!done.receipt)
        done.receipt.emplace();
    done.receipt->driver = std::move(driver);
}

/// True for what is done to a surface as a whole, and for what leaves everything in front as it is.
bool keeps_surfaces(const link::action& what)
{
    return std::visit(
        []<class Action>(const Action&) {
            return std::is_same_v<Action, link::home> || std::is_same_v<Action, link::escape> ||
                   std::is_same_v<Action, link::spotlight> ||
                   std::is_same_v<Action, link::app_switcher> ||
                   std::is_same_v<Action, link::control_center> ||
                   std::is_same_v<Action, link::notification_center> ||
                   std::is_same_v<Action, link::volume_up> ||
                   std::is_same_v<Action, link::volume_down> ||
                   std::is_same_v<Action, link::copy_text> ||
                   std::is_same_v<Action, link::read_clipboard> ||
                   std::is_same_v<Action, link::batch>; // its steps say so themselves
        },
        what);
}

} // namespace

boost::asio::awaitable<action_outcome> perform(action_context on, link::action what)
{
    const bool is_input = link::lane_of(what) == link::lane::input;
    const input_mark under_way(is_input ? on.frames : nullptr);
    if (is_input && on.opened != nullptr && !keeps_surfaces(what))
        on.opened->presumed = surface::none;
    const serving_driver by(on.phone, what);
    auto how = co_await std::visit(
        [&](auto& one) { return perform_one(std::move(on), std::move(one)); }, what);
    if (how)
        sign(*how, by);
    co_return how;
}

} // namespace thimble::daemon
