// The phone's clipboard through WebDriverAgent.
#pragma once

#include "device/capability.hpp"
#include "device/wda/app_launcher.hpp"
#include "device/wda/runner/runner.hpp"

namespace thimble::device::wda {

/// Home thread. It is the runner's own app that touches the clipboard, and iOS lets it do so only
/// while it is in front: reading since iOS 13, writing since iOS 15. So it comes to the front for a
/// moment, which a person sees, and the app that was there comes back whatever happens meanwhile. A
/// cancelled call ends as an uncancelled one does, for that reason.
class clipboard final : public device::clipboard {
public:
    clipboard(runner& runner, app_launcher& apps) : runner_(runner), apps_(apps) {}

    boost::asio::awaitable<result<std::string>> read() override;
    boost::asio::awaitable<result<void>> write(std::string text) override;

private:
    /// Sends the command while the runner is in front.
    boost::asio::awaitable<result<nlohmann::json>> perform_in_front(command what);
    boost::asio::awaitable<result<nlohmann::json>> front_perform_and_restore(command what);
    boost::asio::awaitable<result<void>> bring_to_front(std::string bundle_id);

    runner& runner_;
    app_launcher& apps_;
};

} // namespace thimble::device::wda
