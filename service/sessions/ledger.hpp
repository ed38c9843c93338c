// Ledger of the costs of sessions: each minute and each cent of a bill stands in one of its rows.
#pragma once

#include "service/sessions/month.hpp"

#include <boost/describe/enum.hpp>

#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace thimble::service::sessions {

/// Terms of an account.
struct plan {
    std::optional<std::int64_t> minutes = {};       // a month; nothing: without limit
    std::optional<std::int64_t> overage_price = {}; // of a minute beyond them, in micro-dollars;
                                                    // nothing: they are not sold
};

enum class entry_kind : std::uint8_t {
    included, // time within the plan
    overage,  // time beyond it
    model,    // what was paid for the model
};
BOOST_DESCRIBE_ENUM(entry_kind, included, overage, model)

std::string_view to_string(entry_kind value);
std::optional<entry_kind> parse_entry_kind(std::string_view text);

/// A row: at most one of a session, month and kind.
struct entry {
    std::string account_id;
    std::string session_id;
    month in = {};
    entry_kind kind = entry_kind::included;
    std::optional<moment> from;        // of time alone
    std::optional<moment> until;       // not included
    std::optional<std::int64_t> price; // of a minute, in micro-dollars, where it is sold
    std::int64_t amount = 0;           // in micro-dollars

    /// Nothing of the model.
    std::chrono::milliseconds lasted() const;

    friend bool operator==(const entry&, const entry&) = default;
};

/// In micro-dollars, rounded to the nearest; half of one is rounded up.
std::int64_t price_of(std::chrono::milliseconds lasted, std::int64_t price_of_minute);

/// Usage of a session.
struct consumption {
    std::string account_id;
    std::string session_id;
    std::optional<moment> started_at;              // nothing: it has never run
    moment until;                                  // its end, or now
    std::map<month, std::int64_t> model_cost = {}; // in micro-dollars
};

/// The account's time in a month that is in the ledger already.
using used_before = std::function<std::chrono::milliseconds(month)>;

/// In the order of time, the model's last.
std::vector<entry> entries_of(const consumption& what, const plan& agreed, const used_before& used);

/// An account's month.
struct usage {
    month in = {};
    std::chrono::milliseconds used{0}; // overage included
    std::chrono::milliseconds overage{0};
    std::int64_t overage_cost = 0; // in micro-dollars
    std::int64_t model_cost = 0;
};

/// Of that month's entries among these.
usage usage_of(month in, const std::vector<entry>& entries);

/// True where no session may begin: there is no minute left, and none is sold.
bool is_used_up(const usage& now, const plan& agreed);

} // namespace thimble::service::sessions
