// The cloud arrangement on one machine: thimble-service, and a thimbled that is linked with it.
#pragma once

#include "tests/e2e/connected_daemon.hpp"
#include "tests/e2e/household.hpp"
#include "tests/e2e/http_client.hpp"
#include "tests/e2e/service_program.hpp"
#include "tests/e2e/virtual_phones.hpp"

#include <cstdint>
#include <optional>
#include <string>

namespace thimble::bench {

class linked_programs {
public:
    /// Enrolled with each other. `phones` outlive this.
    explicit linked_programs(const e2e::virtual_phones& phones,
                             e2e::arguments for_service = {},
                             e2e::arguments for_daemon = {});

    std::uint16_t port() const noexcept { return home_.service_port.number(); }
    const std::string& key() const noexcept { return home_.key; }
    e2e::http_client api() const { return e2e::http_client(port(), {{"X-API-Key", key()}}); }

    pid_t service() { return service_->process().pid(); }
    pid_t daemon_pid() { return daemon_->process().pid(); }

    /// Waits until the phone can be used, and gives the service's id of it. Throws
    /// std::runtime_error when it takes too long.
    std::string until_ready(const e2e::virtual_phone& phone) const;

    // Killed, and started again on the same state.
    void restart_service();
    void restart_daemon();

private:
    std::string url() const;

    const e2e::virtual_phones& phones_;
    e2e::arguments for_service_;
    e2e::arguments for_daemon_;
    e2e::household home_;
    std::optional<e2e::service_program> service_;
    std::optional<e2e::connected_daemon> daemon_;
};

} // namespace thimble::bench
