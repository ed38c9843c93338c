// A provider that says what a script tells it, in a process of its own, and how it is asked.
#pragma once

#include "models/client.hpp"
#include "tests/async/run.hpp"
#include "tests/e2e/program.hpp"
#include "tests/e2e/test_certificate.hpp"

#include <nlohmann/json.hpp>

#include <string>
#include <vector>

namespace thimble::service::models::test {

class scripted_provider {
public:
    /// `script`: see tests/models/scripted_model/script.hpp. `shown`: over TLS with it.
    explicit scripted_provider(const std::string& script,
                               const e2e::test_certificate* shown = nullptr);

    /// Its address and key.
    provider as(provider_kind kind, std::string key = {}) const;

    /// Requests so far.
    std::vector<nlohmann::json> requests() const;

    std::uint16_t port() const noexcept { return port_; }

private:
    e2e::temporary_directory folder_;
    std::unique_ptr<e2e::program> program_;
    std::string scheme_;
    std::uint16_t port_ = 0;
};

/// Asks it something and waits for what comes of it; `listen` may be empty.
answered ask(client& whom,
             boost::asio::io_context& on,
             std::chrono::milliseconds limit = std::chrono::seconds(15),
             delta_listener listen = {});

/// The policy of tests: no time is lost.
constexpr retry_policy soon{.tries = 3,
                            .first_wait = std::chrono::milliseconds(2),
                            .longest_wait = std::chrono::milliseconds(4)};
constexpr retry_policy never{.tries = 1};

/// The limits where connections are to be kept: on a busy machine the provider, another process,
/// may say late that its answer ends.
constexpr client_limits with_late_ends{.shutdown_time = std::chrono::minutes(1)};

} // namespace thimble::service::models::test
