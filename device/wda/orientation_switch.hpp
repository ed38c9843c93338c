// Turns the interface through WebDriverAgent.
#pragma once

#include "device/capability.hpp"
#include "device/wda/runner/runner.hpp"

namespace thimble::device::wda {

/// Home thread.
class orientation_switch final : public device::orientation_switch {
public:
    explicit orientation_switch(runner& runner) : runner_(runner) {}

    boost::asio::awaitable<result<void>> turn(screen::orientation to) override;

private:
    boost::asio::awaitable<result<void>> wait_for(screen::orientation wanted);

    runner& runner_;
};

} // namespace thimble::device::wda
