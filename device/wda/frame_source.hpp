// Pictures through WebDriverAgent.
#pragma once

#include "device/capability.hpp"
#include "device/wda/runner/runner.hpp"

namespace thimble::device::wda {

/// Home thread. Needs no session, and does not wait for touches (runners since 16.7.3).
class frame_source final : public device::frame_source {
public:
    /// Pictures are decoded on `decoder`.
    frame_source(runner& runner, blocking_client& decoder) : runner_(runner), decoder_(decoder) {}

    boost::asio::awaitable<result<captured_frame>> capture() override;

    /// The size of the last picture, upright; nothing before the first one.
    std::optional<screen::pixel_size> last_size() const { return last_size_; }

private:
    boost::asio::awaitable<result<captured_frame>> take();
    boost::asio::awaitable<void> follow_turn(screen::pixel_size picture);

    runner& runner_;
    blocking_client& decoder_;
    std::optional<screen::pixel_size> last_size_;
};

} // namespace thimble::device::wda
