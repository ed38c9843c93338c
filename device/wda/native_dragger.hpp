// Drags by XCTest itself.
#pragma once

#include "device/native_drag.hpp"
#include "device/wda/runner/runner.hpp"

namespace thimble::device::wda {

/// Home thread. Places are relative to the app in front, which for the system's own gestures has to
/// fill the screen.
class native_dragger final : public device::native_dragger {
public:
    explicit native_dragger(runner& runner) : runner_(runner) {}

    boost::asio::awaitable<result<void>> drag(press_and_drag what,
                                              screen::interface made_for) override;

    /// The runner is another one now, perhaps of another version.
    void forget_runner() { knows_velocity_ = true; }

private:
    boost::asio::awaitable<result<void>> refuse_if_turned(screen::interface made_for);

    runner& runner_;
    bool knows_velocity_ = true; // until the runner says that it does not
};

} // namespace thimble::device::wda
