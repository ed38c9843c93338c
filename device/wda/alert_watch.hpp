// The alert in front as it was last heard of, whoever asked.
#pragma once

#include "device/capability.hpp"
#include "device/wda/runner/runner.hpp"

namespace thimble::device::wda {

/// Home thread. Every question for an alert goes through this: its answer is what the phone's facts
/// tell from then on.
class alert_watch final : public device::alert_reader {
public:
    alert_watch(runner& runner, device::alert_reader& reader) : runner_(runner), reader_(reader) {}

    /// Asks, for whoever wants to know. News are told of.
    boost::asio::awaitable<result<std::optional<alert>>> read() override;

    /// Asks, for a look at the phone, which tells of what it finds itself.
    boost::asio::awaitable<result<std::optional<alert>>> look();

    bool due() const { return runner_.alerts.due(std::chrono::steady_clock::now()); }
    bool due_by_change() const
    {
        return runner_.alerts.due_by_change(std::chrono::steady_clock::now());
    }
    const std::optional<alert>& known() const { return known_; }
    void forget() { known_.reset(); }

private:
    runner& runner_;
    device::alert_reader& reader_;
    std::optional<alert> known_;
};

} // namespace thimble::device::wda
