// The buttons that WebDriverAgent can press.
#pragma once

#include "device/capability.hpp"
#include "device/wda/runner/runner.hpp"

#include <chrono>

namespace thimble::device::wda {

/// Home thread.
class button_presser final : public device::button_presser {
public:
    explicit button_presser(runner& runner) : runner_(runner) {}

    boost::asio::awaitable<result<void>> press(button which) override;
    boost::asio::awaitable<result<void>> press_twice(button which) override;

private:
    boost::asio::awaitable<result<void>> go_home();
    boost::asio::awaitable<void> part_from_last_press() const;

    runner& runner_;
    std::chrono::steady_clock::time_point home_pressed_; // the button, the last time
};

} // namespace thimble::device::wda
