// The buttons that WebDriverAgent can press.
#pragma once

#include "device/capability.hpp"
#include "device/wda/runner.hpp"

namespace thimble::device::wda {

/// Home thread.
class button_presser final : public device::button_presser {
public:
    explicit button_presser(runner& runner) : runner_(runner) {}

    boost::asio::awaitable<result<void>> press(button which) override;
    boost::asio::awaitable<result<void>> press_twice(button which) override;

private:
    boost::asio::awaitable<result<void>> go_home();

    runner& runner_;
};

} // namespace thimble::device::wda
