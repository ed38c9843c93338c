// Thimble as it runs in the cloud: a service, a network, and a desktop with phones, each of which
// can fail on its own.
#pragma once

#include "tests/e2e/connected_daemon.hpp"
#include "tests/e2e/faults/relay.hpp"
#include "tests/e2e/faults/shifted_clock.hpp"
#include "tests/e2e/faults/tapped_system.hpp"
#include "tests/e2e/household.hpp"
#include "tests/e2e/http_client.hpp"
#include "tests/e2e/service_program.hpp"
#include "tests/e2e/test_certificate.hpp"
#include "tests/e2e/virtual_phones.hpp"

#include <nlohmann/json.hpp>

#include <chrono>
#include <optional>
#include <string>

namespace thimble::e2e {

/// Between two heartbeats, and the longest wait before a daemon connects again.
constexpr std::chrono::milliseconds cloud_heartbeat{1000};
constexpr std::chrono::milliseconds cloud_reconnect_cap{2000};

class cloud final : public tapped_system {
public:
    /// `more` is what the daemon is told besides.
    explicit cloud(const virtual_phones& phones, environment more = {});

    const virtual_phones& phones() const noexcept override { return phones_; }

    /// Straight to the service; only the daemon goes through the network.
    http_client api() const override;

    std::string path(std::size_t phone, const std::string& rest) const override;

    relay& network() noexcept { return network_; }

    service_program& service() { return service_.value(); }
    program& daemon() { return daemon_.value().process(); }
    void kill_service();
    void start_service();
    void kill_daemon();
    void start_daemon();

    shifted_clock& clock_of_service() noexcept { return clock_of_service_; }
    shifted_clock& clock_of_daemon() noexcept { return clock_of_daemon_; }

    /// A new one, of the authority that the daemon trusts or of another, which the service shows
    /// from its next connection on.
    void show_certificate(bool trusted);

    std::filesystem::path state_of_daemon() const { return home_.state.path(); }

    std::optional<std::size_t> unsettled() const override;
    std::string logs() const override;

private:
    void learn_phones();
    std::string url() const;
    arguments daemon_line() const;

    const virtual_phones& phones_;
    test_certificate authority_;
    test_certificate other_authority_;
    test_certificate shown_;
    shifted_clock clock_of_service_;
    shifted_clock clock_of_daemon_;
    relay network_;
    household home_;
    std::vector<std::string> phone_ids_;
    std::optional<service_program> service_;
    std::optional<connected_daemon> daemon_;
};

} // namespace thimble::e2e
