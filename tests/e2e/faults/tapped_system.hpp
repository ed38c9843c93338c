// A system that clients tap on while things go wrong: one service, or several nodes of one.
#pragma once

#include "tests/e2e/http_client.hpp"
#include "tests/e2e/virtual_phones.hpp"

#include <cstddef>
#include <optional>
#include <string>

namespace thimble::e2e {

class tapped_system {
public:
    tapped_system() = default;
    tapped_system(const tapped_system&) = delete;
    tapped_system& operator=(const tapped_system&) = delete;
    virtual ~tapped_system() = default;

    /// The phones that are tapped on, all of them.
    virtual const virtual_phones& phones() const noexcept = 0;

    /// As a client of the account reaches the service.
    virtual http_client api() const = 0;

    /// "/v1/phones/{id}" + rest. The phones are ready and have been seen by the service once.
    virtual std::string path(std::size_t phone, const std::string& rest) const = 0;

    /// Results of the daemon's that the service has not confirmed; nothing when it does not say.
    virtual std::optional<std::size_t> unsettled() const = 0;

    /// The end of what the programs have logged, for a person.
    virtual std::string logs() const = 0;
};

} // namespace thimble::e2e
