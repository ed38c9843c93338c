// A phone as the REST contract shows it: record, info, status, settings.
#pragma once

#include "service/phones/phones.hpp"

#include <nlohmann/json.hpp>

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace thimble::service {

nlohmann::ordered_json phone_record(const phones& all, const known_phone& phone);
nlohmann::ordered_json info_record(const phones& all, const known_phone& phone);

/// Present use of a phone, as others see it.
struct phone_use {
    std::size_t queue_depth = 0; // input actions that have not ended
    bool streaming = false;      // somebody watches
    std::optional<std::string> active_session_id = {};
    std::optional<std::string> front_app = {}; // bundle id; nothing: not asked for, or not known
};

nlohmann::ordered_json
status_record(const phones& all, const known_phone& phone, const phone_use& use);
nlohmann::ordered_json settings_record(const known_phone& phone);

/// [{"code","message","remedy","docs","since"}].
nlohmann::ordered_json blocker_records(const std::vector<link::blocker>& blockers);

/// Name for people: the display name, else what the phone reports.
std::string shown_name(const known_phone& phone);

} // namespace thimble::service
