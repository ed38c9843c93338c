// A running `thimbled --local` with directories of its own, and its REST API.
#pragma once

#include "tests/e2e/http_client.hpp"
#include "tests/e2e/virtual_phones.hpp"

#include <memory>
#include <string>

namespace thimble::e2e {

/// How long a phone may take from the start of a thimbled to being ready.
constexpr std::chrono::seconds ready_limit{30};

/// Where a thimbled keeps its state; may outlive one, so that the next finds what it left.
struct household {
    temporary_directory state;
    temporary_directory runtime;

    /// What a thimbled of this household is started with.
    environment surroundings(const virtual_phones& phones) const;
};

class local_thimbled {
public:
    static constexpr auto key = "tk_end2end0000000000000000000000000000000000";

    /// Listens when it returns; see until_ready().
    explicit local_thimbled(const virtual_phones& phones, const arguments& more = {});
    local_thimbled(const virtual_phones& phones,
                   std::shared_ptr<household> home,
                   const arguments& more = {});

    /// Requests with the key, and without it.
    const http_client& api() const noexcept { return api_; }
    http_client stranger() const { return api_.with({}); }

    /// The service's id of a phone, and its record; null while the service does not know it.
    std::string id_of(const virtual_phone& phone) const;
    nlohmann::json record_of(const virtual_phone& phone) const;

    /// Whether the phone is ready before `limit` is over.
    bool until_ready(const virtual_phone& phone, std::chrono::milliseconds limit) const;

    /// "/v1/phones/{id}" + rest.
    std::string path(const virtual_phone& phone, const std::string& rest) const;

    std::uint16_t port() const noexcept { return port_; }
    program& process() noexcept { return process_; }
    const program& process() const noexcept { return process_; }
    const household& home() const noexcept { return *home_; }

private:
    std::shared_ptr<household> home_;
    program process_;
    std::uint16_t port_;
    http_client api_;
};

} // namespace thimble::e2e
