// The table of desktops that have asked to be let in.
#pragma once

#include "service/desktops/desktop_rows.hpp"
#include "store/transaction.hpp"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <expected>
#include <limits>
#include <optional>
#include <string>
#include <string_view>

namespace thimble::service {

struct enrolment_row {
    using time = std::chrono::system_clock::time_point;

    std::string id; // UUID
    std::string code;
    std::string poll_hash;  // SHA-256, in hexadecimal, of what the desktop asks with
    std::string token_hash; // the same of the token that it will get
    std::string name;
    time created_at;
    time expires_at;
    std::optional<std::string> account_id; // of who has approved it
    std::optional<std::string> desktop_id; // that it became
};

void insert_enrolment(store::transaction& on, const enrolment_row& what);

std::optional<enrolment_row> find_enrolment(store::transaction& on, std::string_view id);

/// True where an enrolment has this code, one that has expired included.
bool has_enrolment_code(store::transaction& on, std::string_view code);

/// Number of those that wait for an approval.
std::size_t count_open_enrolments(store::transaction& on, enrolment_row::time now);

/// Account and key that let a desktop in.
struct approver {
    std::string account_id;
    std::optional<std::string> key_id = {}; // nothing: in a browser, or an operator
    std::size_t most_desktops = std::numeric_limits<std::size_t>::max(); // of the account
};

enum class approval_refusal : std::uint8_t { no_such_code, too_many_desktops };

/// The desktop that the account lets in; the same again when it repeats its approval.
/// `no_such_code` also for an enrolment that is over or another's.
std::expected<desktop_row, approval_refusal> approve_enrolment(store::transaction& on,
                                                               std::string_view code,
                                                               const approver& by,
                                                               enrolment_row::time now);

/// Those that expired before.
void forget_enrolments(store::transaction& on, enrolment_row::time bound);

} // namespace thimble::service
