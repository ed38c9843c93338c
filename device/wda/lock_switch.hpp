// The lock of the screen through WebDriverAgent.
#pragma once

#include "device/capability.hpp"
#include "device/wda/runner/runner.hpp"

namespace thimble::device::wda {

/// Home thread. None of its routes needs a session, but for the power button that is pressed where
/// the runner's own way of locking was seen to have no effect.
class lock_switch final : public device::lock_switch {
public:
    explicit lock_switch(runner& runner) : runner_(runner) {}

    boost::asio::awaitable<result<bool>> locked() override;
    boost::asio::awaitable<result<void>> lock() override;
    boost::asio::awaitable<result<void>> wake() override;

private:
    boost::asio::awaitable<result<void>> post(std::string_view route,
                                              std::chrono::milliseconds limit);

    runner& runner_;
};

} // namespace thimble::device::wda
