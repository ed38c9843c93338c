#include "device/coredevice/driver/tunnel_frames.hpp"

#include "device/coredevice/screen_capture.hpp"
#include "device/png_header.hpp"

#include <memory>

namespace thimble::device::coredevice {
namespace {

failure no_picture(failure why)
{
    why.phone = reached::nothing; // a read
    if (why.what == problem::refused)
        why.what = problem::capture;
    return why;
}

} // namespace

boost::asio::awaitable<result<captured_frame>> tunnel_frames::capture()
{
    const auto asked_at = std::chrono::system_clock::now(); // the picture is not older than this
    auto taken = co_await tunnel_.call<screen_capture>(
        "capture", [](tunnel_session& by) { return capture_screen(by.device); });
    if (!taken)
        co_return std::unexpected(no_picture(std::move(taken.error())));
    const auto size = png_size(taken->image);
    if (!size)
        co_return std::unexpected(failure{.what = problem::capture,
                                          .message = "The phone's picture is not a PNG.",
                                          .cause = "malformed_picture"});
    tunnel_.note_picture(*size);
    co_return captured_frame{
        .picture = {.format = screen::picture_format::png,
                    .size = *size,
                    .data = std::make_shared<screen::bytes>(std::move(taken->image))},
        .captured_at = asked_at};
}

} // namespace thimble::device::coredevice
