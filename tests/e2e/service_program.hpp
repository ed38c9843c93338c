// A running thimble-service with a state directory of its own, and its operator.
#pragma once

#include "tests/e2e/http_client.hpp"
#include "tests/e2e/program.hpp"
#include "tests/e2e/temporary_directory.hpp"

#include <memory>
#include <string>

namespace thimble::e2e {

class service_program {
public:
    /// Listens when it returns.
    explicit service_program(const arguments& more = {},
                             std::shared_ptr<temporary_directory> state = nullptr,
                             std::uint16_t wanted_port = 0,
                             const environment& changes = {});

    std::uint16_t port() const noexcept { return port_; }
    program& process() noexcept { return process_; }
    const program& process() const noexcept { return process_; }
    const std::shared_ptr<temporary_directory>& state() const noexcept { return state_; }

    /// `thimble-service admin …` on its state directory.
    run_result admin(const arguments& command) const;

    /// A key of a new account of that name.
    std::string key_of(const std::string& account) const;

    /// A client with such a key.
    http_client client_of(const std::string& account) const;

private:
    std::shared_ptr<temporary_directory> state_;
    program process_;
    std::uint16_t port_;
};

/// `thimble-service admin …`, whether a service runs there or not.
run_result run_admin(const temporary_directory& state, const arguments& command);

} // namespace thimble::e2e
