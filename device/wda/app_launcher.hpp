// Opens apps through WebDriverAgent.
#pragma once

#include "device/capability.hpp"
#include "device/wda/runner/runner.hpp"

namespace thimble::device::wda {

/// Home thread.
class app_launcher final : public device::app_launcher {
public:
    explicit app_launcher(runner& runner) : runner_(runner) {}

    /// `refused` with cause `app_not_installed`, `app_not_trusted` or `locked` where that is why.
    boost::asio::awaitable<result<void>> open(std::string bundle_id) override;

    boost::asio::awaitable<result<std::string>> in_front() override;

    /// `refused` with cause `app_is_needed` for the home screen, and for the runner itself.
    boost::asio::awaitable<result<bool>> terminate(std::string bundle_id) override;

private:
    boost::asio::awaitable<result<std::string>> ask_in_front();

    runner& runner_;
};

} // namespace thimble::device::wda
