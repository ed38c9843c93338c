// A screenshot: captured by the phone's driver, scaled and encoded beside the home thread.
#include "daemon/actions/frame.hpp"
#include "daemon/actions/perform.hpp"
#include "daemon/frames/phone_frames.hpp"
#include "daemon/report/refusals.hpp"

namespace thimble::daemon {

namespace {

/// A picture for whoever asked, and the driver that has taken it.
struct signed_frame {
    link::frame frame;
    std::string driver;
};

using framed = std::expected<signed_frame, refusal>;

/// The phone checks no picture that it pushes, so where one cannot be used a captured one may.
boost::asio::awaitable<framed> taken(action_context on, link::screenshot what)
{
    auto captured = co_await on.frames->capture(what.fresh ? freshness::fresh : freshness::any);
    if (!captured)
        co_return std::unexpected(refused_by(*on.phone, captured.error(), what));
    const bool pushed = captured->pushed;
    std::string driver(captured->driver);
    auto frame = co_await make_frame(on, std::move(*captured), what);
    if (frame)
        co_return signed_frame{.frame = std::move(*frame), .driver = std::move(driver)};
    if (!pushed || frame.error().why.code != "SCREENSHOT_FAILED")
        co_return std::unexpected(std::move(frame.error()));
    what.fresh = true;
    co_return co_await taken(on, what);
}

} // namespace

boost::asio::awaitable<action_outcome> perform_one(action_context on, link::screenshot what)
{
    if (on.phone->frames() == nullptr)
        co_return std::unexpected(unsupported(*on.phone, link::screenshot::name));
    auto picture = co_await taken(on, std::move(what));
    if (!picture)
        co_return std::unexpected(std::move(picture.error()));
    action_result done;
    done.frame = std::move(picture->frame);
    if (!picture->driver.empty())
        done.receipt.emplace().driver = std::move(picture->driver);
    co_return done;
}

} // namespace thimble::daemon
