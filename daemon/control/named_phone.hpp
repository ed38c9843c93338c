// The phone that a person names, as those thimbleds know it that run.
#pragma once

#include "daemon/control/control_answer.hpp"

#include <expected>
#include <filesystem>
#include <string>

namespace thimble::daemon {

/// UDID of the phone that is called so: by its id in REST, its UDID, or a name that no other phone
/// has. `called` itself where nobody runs who knows such a phone: whoever drives it then may.
/// Blocks for some seconds at most. An error is that of several phones with that name.
std::expected<std::string, control_answer>
udid_of_named(const std::filesystem::path& runtime_directory, const std::string& called);

/// The error of several phones that are called so; `candidates` has phone_candidate() of each.
control_answer phone_ambiguous(const std::string& called, nlohmann::json candidates);

nlohmann::json phone_candidate(const std::string& udid, const std::string& name);

} // namespace thimble::daemon
