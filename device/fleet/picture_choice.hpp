// Pictures of a phone by the best of its drivers, each signed by the one that has taken it.
#pragma once

#include "device/fleet/driver_choice.hpp"
#include "device/lockdown/screenshotr.hpp"

namespace thimble::device {

/// The phone's own video is there sooner than anything that is captured. WebDriverAgent's pictures
/// are upright, so they come next; the others are better than none.
class bound_frames final : public frame_source {
public:
    /// Both outlive this.
    bound_frames(two_drivers& by, screenshotr& otherwise) : by_(by), otherwise_(otherwise) {}

    /// The name of the one that would take a picture now.
    std::string_view driver() const { return best().driver; }

    boost::asio::awaitable<result<captured_frame>> capture() override;
    boost::asio::awaitable<result<captured_frame>>
    capture_after(std::chrono::steady_clock::time_point input) override;
    void input_begins() override { best().source.input_begins(); }

private:
    struct choice {
        frame_source& source;
        std::string_view driver;
    };

    choice best() const;

    two_drivers& by_;
    screenshotr& otherwise_;
};

/// The runner's pictures, unless the phone sends its video.
class bound_live_frames final : public live_source {
public:
    /// The drivers outlive this.
    explicit bound_live_frames(two_drivers& by) : by_(by) {}

    /// The name of the one that would push pictures now.
    std::string_view driver() const;

    boost::asio::awaitable<failure> watch(int frames_per_second,
                                          std::function<void(captured_frame)> on_frame) override;

private:
    two_drivers& by_;
};

} // namespace thimble::device
