// Entry of the audit log: who did what, from where, and what came of it.
#pragma once

#include "service/accounts/actor.hpp"

#include <nlohmann/json.hpp>

#include <chrono>
#include <optional>
#include <string>

namespace thimble::service {

/// Ids and words of ours alone: never what was typed, what is on a clipboard, or a secret. Texts
/// are empty where there is nothing to say.
struct audit_entry {
    using clock = std::chrono::system_clock;

    std::string id = {}; // UUID; ordered by time
    clock::time_point at = {};
    std::string account_id = {};
    actor who = {};
    std::string address = {}; // IP address that the request came from
    std::string action = {};  // "POST /v1/phones/{phone_id}/tap"; of an agent "tap"
    std::string phone_id = {};
    std::string target = {};             // id of what was made or meant
    std::optional<unsigned> status = {}; // of HTTP; nothing for an agent
    std::string outcome = {};            // done, accepted, refused, not_sent, unknown
    std::string error = {};              // code
    std::string request_id = {};         // X-Request-Id

    friend bool operator==(const audit_entry&, const audit_entry&) = default;
};

/// As the REST API shows it; the same in an export.
nlohmann::ordered_json audit_record(const audit_entry& of);

} // namespace thimble::service
