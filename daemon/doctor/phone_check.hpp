// Check of doctor for one phone.
#pragma once

#include "daemon/control/ownership.hpp"
#include "daemon/doctor/finding.hpp"
#include "daemon/doctor/phone_watch.hpp"
#include "link/phone_state.hpp"

#include <nlohmann/json.hpp>

#include <optional>

namespace thimble::daemon {

/// Of a phone that this process has looked at itself.
finding check_phone(const link::phone_state& phone);

/// Of the tunnel to its services, where it has one or should.
finding check_tunnel(const link::phone_state& phone, const observed_tunnel& tunnel);

/// Of a phone that another process drives; `status` is what that one answered, where it did.
finding check_foreign_phone(const link::phone_state& phone,
                            const owner& driven_by,
                            const std::optional<nlohmann::ordered_json>& status);

} // namespace thimble::daemon
