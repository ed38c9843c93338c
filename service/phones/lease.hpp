// Lease of a phone: for a while nobody else of its account drives it.
#pragma once

#include "contract/failure.hpp"
#include "service/accounts/actor.hpp"

#include <nlohmann/json.hpp>

#include <chrono>
#include <optional>
#include <string>

namespace thimble::service {

struct known_phone;

struct lease {
    using clock = std::chrono::system_clock; // leases outlive the process

    std::string id; // UUID; the same when it is renewed
    actor holder;
    clock::time_point created_at;
    clock::time_point expires_at;
};

/// nullptr where there is none at that time.
const lease* lease_of(const std::optional<lease>& last, lease::clock::time_point now);

/// The lease by which another than `who` has the phone now; nullptr where there is none.
const lease* lease_of_other(const known_phone& phone, const actor& who);

/// {"id","holder","created_at","expires_at"}.
nlohmann::ordered_json lease_record(const lease& of);

/// Fails where another than `who` has a lease of the phone: PHONE_LEASED with the holder and the
/// time that is left.
result<void> check_lease(const known_phone& phone, const actor& who);

} // namespace thimble::service
