// Phones that another thimbled drives, asked over its control socket.
#pragma once

#include "async/worker.hpp"
#include "daemon/control/ownership.hpp"
#include "daemon/phone_view/phone_view.hpp"

#include <filesystem>

namespace thimble::daemon {

/// Home thread; asks on a thread of its own.
class asked_phones final : public phone_view {
public:
    asked_phones(boost::asio::any_io_executor home,
                 std::filesystem::path socket,
                 std::filesystem::path runtime_directory);

    boost::asio::awaitable<std::optional<phones_seen>> look() override;
    boost::asio::awaitable<control_answer> act(std::string udid, phone_action what) override;
    void choose(const std::string& udid) override { chosen_ = udid; }
    std::chrono::milliseconds pause() const override;

private:
    /// Nothing: no answer, or none in time.
    boost::asio::awaitable<std::optional<nlohmann::ordered_json>> status();

    async::worker calls_;
    std::filesystem::path socket_;
    ownership owners_; // never claims
    std::string chosen_;
};

} // namespace thimble::daemon
