// Reads the alert in front through WebDriverAgent.
#pragma once

#include "device/capability.hpp"
#include "device/wda/runner/runner.hpp"

namespace thimble::device::wda {

/// Home thread. Reads only. Action sheets and the dialogues of web pages are alerts as well; the
/// text of one is every text on it, a line each.
class alert_reader final : public device::alert_reader {
public:
    explicit alert_reader(runner& runner) : runner_(runner) {}

    boost::asio::awaitable<result<std::optional<alert>>> read() override;

private:
    boost::asio::awaitable<std::vector<std::string>> read_buttons();

    runner& runner_;
};

} // namespace thimble::device::wda
