// Turns the interface through WebDriverAgent.
#pragma once

#include "device/capability.hpp"
#include "device/wda/runner/runner.hpp"

#include <functional>

namespace thimble::device::wda {

/// Home thread.
class orientation_switch final : public device::orientation_switch {
public:
    explicit orientation_switch(runner& runner) : runner_(runner) {}

    boost::asio::awaitable<result<void>> turn(screen::orientation to) override;

    /// The same, where somebody else turns the phone.
    boost::asio::awaitable<result<void>>
    turn_by(std::function<boost::asio::awaitable<result<void>>()> somebody, screen::orientation to);

private:
    boost::asio::awaitable<result<void>> wait_for(screen::orientation wanted);

    runner& runner_;
};

} // namespace thimble::device::wda
