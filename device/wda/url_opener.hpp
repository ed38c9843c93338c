// Opens addresses through WebDriverAgent.
#pragma once

#include "device/capability.hpp"
#include "device/wda/runner/runner.hpp"

namespace thimble::device::wda {

/// Home thread. From iOS 16.4 on the phone opens the address itself; before that the runner asks
/// Siri to, which takes longer.
class url_opener final : public device::url_opener {
public:
    explicit url_opener(runner& runner) : runner_(runner) {}

    /// `refused` with cause `no_app_for_url` where no app takes it. Addresses may hold words of the
    /// user: they stand in no recording.
    boost::asio::awaitable<result<void>> open(std::string url) override;

private:
    runner& runner_;
};

} // namespace thimble::device::wda
