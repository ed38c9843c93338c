// A screenshot: captured by the phone's driver, scaled and encoded beside the home thread.
#include "daemon/actions/frame.hpp"
#include "daemon/actions/refusals.hpp"
#include "daemon/frames/phone_frames.hpp"

namespace thimble::daemon {

boost::asio::awaitable<performance> perform_one(stage on, link::screenshot what)
{
    if (on.phone->frames() == nullptr)
        co_return std::unexpected(unsupported(*on.phone, link::screenshot::name));
    auto captured = co_await on.frames->capture(what.fresh ? freshness::fresh : freshness::any);
    if (!captured)
        co_return std::unexpected(refused_by(*on.phone, captured.error(), what));
    auto frame = co_await make_frame(on, std::move(*captured), what);
    if (!frame)
        co_return std::unexpected(std::move(frame.error()));
    performed done;
    done.frame = std::move(*frame);
    co_return done;
}

} // namespace thimble::daemon
