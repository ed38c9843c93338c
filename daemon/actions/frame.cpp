#include "daemon/actions/frame.hpp"

#include "daemon/frames/picture_pool.hpp"
#include "daemon/frames/screen_space.hpp"
#include "daemon/report/refusals.hpp"
#include "screen/conversion.hpp"

#include <spdlog/fmt/fmt.h>

namespace thimble::daemon {

namespace {

/// A scaled picture, or what is wrong with the one that came from the phone.
using prepared = std::expected<screen::picture, std::string>;

/// Runs on a thread of the pool, where nothing may be thrown.
prepared prepare(const screen::picture& captured, const link::screenshot& as)
{
    try {
        return screen::converted(
            captured,
            {.format = as.format, .quality = as.quality, .max_edge = as.max_edge, .part = as.part});
    } catch (const std::exception& error) {
        return std::unexpected(error.what());
    }
}

refusal broken_picture(const std::string& reason)
{
    const auto message = fmt::format("The phone's picture cannot be used: {}.", reason);
    return {.why = {.code = "SCREENSHOT_FAILED", .message = message}};
}

} // namespace

boost::asio::awaitable<std::expected<link::frame, refusal>>
make_frame(action_context on, device::captured_frame taken, link::screenshot as)
{
    const screen::pixel_size native = taken.picture.size;
    if (native.width <= 0 || native.height <= 0 || taken.picture.empty())
        co_return std::unexpected(broken_picture("it is empty"));
    const auto space = space_of(native, on.phone->facts());
    if (as.part && on.made_for && *on.made_for != space)
        co_return std::unexpected(stale_frame(*on.made_for, space));
    auto work = [picture = taken.picture, as] { return prepare(picture, as); };
    auto ready = co_await on.pictures->run(std::move(work));
    if (!ready)
        co_return std::unexpected(broken_picture(ready.error()));
    co_return link::frame{.picture = std::move(*ready),
                          .space = space,
                          .scale = scale_of(native, on.phone->facts()),
                          .captured_at = taken.captured_at};
}

} // namespace thimble::daemon
