// `thimbled --service`, enrolled as a person would do it.
#pragma once

#include "tests/e2e/household.hpp"
#include "tests/e2e/program.hpp"
#include "tests/e2e/service_program.hpp"
#include "tests/e2e/virtual_phones.hpp"

#include <string>

namespace thimble::e2e {

/// Asks for a code at `url`, has the operator of `service` approve it for that account, and waits
/// until the token is stored.
void enrol(const service_program& service,
           const household& home,
           const std::string& url,
           const std::string& account,
           const arguments& more = {});

/// The same with the service on whose state directory the operator works.
void enrol(const temporary_directory& service_state,
           const household& home,
           const std::string& url,
           const std::string& account,
           const arguments& more = {});

class connected_daemon {
public:
    /// `home` has enrolled with the service at `url`, and outlives it.
    connected_daemon(const virtual_phones& phones,
                     const household& home,
                     const std::string& url,
                     const arguments& more = {},
                     const environment& changes = {});

    program& process() noexcept { return process_; }
    const program& process() const noexcept { return process_; }

private:
    program process_;
};

} // namespace thimble::e2e
