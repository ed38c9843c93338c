// All that is kept of a session, its events aside; and the record that clients see of it.
#pragma once

#include "service/sessions/ledger.hpp"
#include "service/sessions/order.hpp"
#include "service/sessions/status.hpp"

#include <nlohmann/json.hpp>

#include <cstdint>
#include <map>
#include <optional>
#include <string>

namespace thimble::service::sessions {

/// Times are whole milliseconds.
struct facts {
    std::string id; // UUID; ordered by time
    std::string account_id;
    std::string phone_id;
    std::string udid;
    order asked; // `model` is the one that was chosen
    status now = status::creating;
    moment created_at;
    std::optional<moment> started_at = {}; // when it first ran
    std::optional<moment> completed_at = {};
    std::uint64_t turns = 0;                       // begun
    std::map<month, std::int64_t> model_cost = {}; // in micro-dollars
    std::optional<std::string> waiting_for = {};   // what the agent asks the user
    std::optional<std::string> result = {};        // the agent's closing words
    std::optional<std::string> error = {};         // "CODE: a sentence"
    std::optional<std::string> recording_id = {};  // of its screen, where that was asked for

    std::int64_t cost() const; // in micro-dollars

    /// From its start to its end, or to `at`; pauses included.
    std::chrono::milliseconds lasted(moment at) const;

    friend bool operator==(const facts&, const facts&) = default;
};

/// The contract's record. `now` is for the duration of one that has not ended.
nlohmann::ordered_json session_record(const facts& of, moment now);

/// Its billed time and cost: up to its end, or to `now`.
consumption consumption_of(const facts& what, moment now);

} // namespace thimble::service::sessions
