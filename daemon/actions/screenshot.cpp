// A screenshot: captured by the phone's driver, scaled and encoded beside the home thread.
#include "daemon/actions/perform.hpp"
#include "daemon/actions/refusals.hpp"
#include "daemon/phone_report.hpp"
#include "daemon/picture_pool.hpp"
#include "screen/encode.hpp"
#include "screen/png.hpp"
#include "screen/scale.hpp"

#include <spdlog/fmt/fmt.h>

namespace thimble::daemon {

namespace {

/// A scaled picture, or what is wrong with the one that came from the phone.
using prepared = std::expected<screen::picture, std::string>;

prepared convert(const screen::picture& captured, screen::pixel_size wanted, link::screenshot as)
{
    const auto decoded = screen::decode_png(*captured.data);
    if (!decoded)
        return std::unexpected(decoded.error());
    return screen::encode(screen::scaled(*decoded, wanted), as.format, as.quality);
}

/// Runs on a thread of the pool, where nothing may be thrown.
prepared prepare(const screen::picture& captured, link::screenshot as)
{
    const screen::pixel_size wanted = screen::scaled_size(captured.size, as.max_edge);
    if (wanted == captured.size && captured.format == as.format)
        return captured;
    try {
        return convert(captured, wanted, as);
    } catch (const std::exception& error) {
        return std::unexpected(error.what());
    }
}

refusal broken_picture(const std::string& reason)
{
    const auto message = fmt::format("The phone's picture cannot be used: {}.", reason);
    return {.why = {.code = "SCREENSHOT_FAILED", .message = message}};
}

/// The space that the picture shows. The picture itself has the last word: when it was taken while
/// the phone turned, what is known of the interface may lag behind by a probe.
link::coordinate_space space_of(screen::pixel_size native, const device::phone_facts& facts)
{
    const bool wide = native.width > native.height;
    auto turned = wide ? screen::orientation::landscape_left : screen::orientation::portrait;
    if (facts.interface && screen::is_landscape(facts.interface->turned) == wide)
        turned = facts.interface->turned;
    return {.size = screen::scaled_size(native), .turned = turned};
}

double scale_of(screen::pixel_size native, const device::phone_facts& facts)
{
    if (facts.interface && facts.interface->size.width > 0)
        return native.width / facts.interface->size.width;
    return facts.scale.value_or(1);
}

} // namespace

boost::asio::awaitable<performance> perform_one(stage on, link::screenshot what)
{
    device::frame_source* frames = on.phone->frames();
    if (frames == nullptr)
        co_return std::unexpected(unsupported(*on.phone, link::screenshot::name));
    const auto captured = co_await frames->capture();
    if (!captured)
        co_return std::unexpected(refused_by(*on.phone, captured.error(), what));

    const screen::pixel_size native = captured->picture.size;
    if (native.width <= 0 || native.height <= 0 || captured->picture.data == nullptr)
        co_return std::unexpected(broken_picture("it is empty"));
    auto work = [picture = captured->picture, what] { return prepare(picture, what); };
    auto ready = co_await on.pictures->run(std::move(work));
    if (!ready)
        co_return std::unexpected(broken_picture(ready.error()));

    performed done;
    done.frame = link::frame{.picture = std::move(*ready),
                             .space = space_of(native, on.phone->facts()),
                             .scale = scale_of(native, on.phone->facts()),
                             .captured_at = captured->captured_at};
    co_return done;
}

} // namespace thimble::daemon
