// Phones that this process drives itself.
#pragma once

#include "daemon/execution/phone_host.hpp"
#include "daemon/phone_view/phone_view.hpp"

namespace thimble::daemon {

/// `host` outlives it. Home thread.
class driven_phones final : public phone_view {
public:
    /// `chosen` is told which phone is led.
    driven_phones(phone_host& host,
                  bool mounts_images,
                  std::function<void(const std::string& udid)> chosen);

    boost::asio::awaitable<std::optional<phones_seen>> look() override;
    boost::asio::awaitable<control_answer> act(std::string udid, phone_action what) override;
    void choose(const std::string& udid) override { chosen_(udid); }
    std::chrono::milliseconds pause() const override;

private:
    phone_host& host_;
    bool mounts_images_;
    std::function<void(const std::string& udid)> chosen_;
};

} // namespace thimble::daemon
