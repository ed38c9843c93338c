// Keys of a hardware keyboard through WebDriverAgent.
#pragma once

#include "device/capability.hpp"
#include "device/wda/runner.hpp"

namespace thimble::device::wda {

/// Home thread. Keys with modifiers need iOS 17; plain ones work before it as well.
class key_presser final : public device::key_presser {
public:
    explicit key_presser(runner& runner) : runner_(runner) {}

    boost::asio::awaitable<result<void>> press(key_stroke what) override;

private:
    boost::asio::awaitable<result<void>> press_plain(key_stroke what);

    runner& runner_;
    bool takes_strokes_ = true; // until the runner says that it cannot
};

} // namespace thimble::device::wda
