// The alert that a scripted phone shows when it is asked.
#pragma once

#include "device/capability.hpp"

#include <optional>

namespace thimble::daemon {

/// Home thread.
class scripted_alert final : public device::alert_reader {
public:
    std::optional<device::alert> shown;
    int reads = 0;

    boost::asio::awaitable<device::result<std::optional<device::alert>>> read() override
    {
        ++reads;
        co_return shown;
    }
};

} // namespace thimble::daemon
