// The record of a phone, as another process has written it, read back.
#pragma once

#include "link/phone_state.hpp"

#include <nlohmann/json.hpp>

#include <vector>

namespace thimble::daemon {

/// Members that are missing or of another kind stay empty. Takes 64 phones at most, and 512 names
/// of what each can do.
std::vector<link::phone_state> phones_of_record(const nlohmann::ordered_json& phones);

/// `[{"code","message","remedy"}]`; 16 at most.
std::vector<link::blocker> blockers_of_record(const nlohmann::ordered_json& blockers);

} // namespace thimble::daemon
