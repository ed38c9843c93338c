#include "daemon/actions/perform.hpp"

#include "daemon/frames/phone_frames.hpp"
#include "daemon/report/phone_report.hpp"

namespace thimble::daemon {

namespace {

/// Names the driver that has done it.
void sign(action_result& done, const device::phone& by, device::capability what)
{
    auto driver = by.driver_of(what);
    if (driver.empty())
        return;
    if (!done.receipt)
        done.receipt.emplace();
    done.receipt->driver = std::move(driver);
}

} // namespace

boost::asio::awaitable<action_outcome> perform(action_context on, link::action what)
{
    const bool is_input = link::lane_of(what) == link::lane::input;
    const input_mark under_way(is_input ? on.frames : nullptr);
    const auto phone = on.phone;
    const auto needed = needed_by(what);
    auto how = co_await std::visit(
        [&](auto& one) { return perform_one(std::move(on), std::move(one)); }, what);
    if (how && needed)
        sign(*how, *phone, *needed);
    co_return how;
}

} // namespace thimble::daemon
