#include "device/fleet/picture_choice.hpp"

#include <utility>

namespace thimble::device {
namespace {

using frame_or_failure = boost::asio::awaitable<result<captured_frame>>;

frame_or_failure signed_by(std::string_view driver, frame_or_failure capture)
{
    auto taken = co_await std::move(capture);
    if (taken)
        taken->driver = driver;
    co_return taken;
}

} // namespace

bound_frames::choice bound_frames::best() const
{
    if (!by_.sends_video() && by_.runner_answers())
        return {.source = by_.runner().frames(), .driver = driver_name::runner};
    if (by_.services().offers(capability::frame))
        return {.source = by_.services().frames(), .driver = driver_name::core_device};
    return {.source = otherwise_, .driver = driver_name::screenshotr};
}

frame_or_failure bound_frames::capture()
{
    const auto by = best();
    return signed_by(by.driver, by.source.capture());
}

frame_or_failure bound_frames::capture_after(std::chrono::steady_clock::time_point input)
{
    const auto by = best();
    return signed_by(by.driver, by.source.capture_after(input));
}

std::string_view bound_live_frames::driver() const
{
    const bool by_runner = by_.runner_answers() && by_.runner().live_frames().offered();
    return by_runner && !by_.sends_video() ? driver_name::runner : driver_name::core_device;
}

boost::asio::awaitable<failure>
bound_live_frames::watch(int frames_per_second, std::function<void(captured_frame)> on_frame)
{
    const auto by = driver();
    auto& source = by == driver_name::runner ? static_cast<live_source&>(by_.runner().live_frames())
                                             : by_.services().live_frames();
    return source.watch(frames_per_second,
                        [by, on_frame = std::move(on_frame)](captured_frame taken) {
                            taken.driver = by;
                            on_frame(std::move(taken));
                        });
}

} // namespace thimble::device
