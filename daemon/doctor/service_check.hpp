// Check of doctor for the connection to the service.
#pragma once

#include "daemon/doctor/finding.hpp"
#include "daemon/settings/options.hpp"
#include "daemon/uplink/identity.hpp"

#include <expected>
#include <filesystem>
#include <optional>
#include <string>

namespace thimble::daemon {

/// The service that the settings name, else the one that this desktop has enrolled with. `who` is
/// what load_identity() says. Nothing where there is neither: the desktop serves itself alone.
std::optional<service_address>
service_of(const connection_settings& settings,
           const std::expected<std::optional<identity>, std::string>& who);

/// Enrolment, way, and token, as far as each can be looked at; blocks for less than a minute.
/// Connects, and asks nothing of the service that would disturb a daemon that is linked to it.
findings check_service(const service_address& service,
                       const options& given,
                       const std::expected<std::optional<identity>, std::string>& who,
                       const service::environment& variables);

} // namespace thimble::daemon
