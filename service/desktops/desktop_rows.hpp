// The table of desktops that may link.
#pragma once

#include "store/transaction.hpp"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace thimble::service {

/// Greeting of a daemon that links.
struct desktop_greeting {
    std::string name;
    std::string version;
    std::string boot_id;
    std::string journal_id;
};

struct desktop_row {
    using time = std::chrono::system_clock::time_point;

    std::string id; // UUID
    std::string account_id;
    std::string hash; // SHA-256 of its token in hexadecimal
    desktop_greeting said;
    std::int64_t epoch = 0; // of its last link; they are numbered from 1
    time created_at;
    std::optional<time> last_seen_at; // nothing: it has never linked

    /// Id of the key with which it was let in; nothing: in a browser or by an operator. The key may
    /// have been revoked since.
    std::optional<std::string> approved_by = {};
};

void insert_desktop(store::transaction& on, const desktop_row& what);

/// The oldest first.
std::vector<desktop_row> all_desktops(store::transaction& on);

/// Number of an account's desktops.
std::size_t count_desktops(store::transaction& on, const std::string& account_id);

std::optional<desktop_row> find_desktop(store::transaction& on, std::string_view id);

/// With its enrolment. False when there is none.
bool remove_desktop(store::transaction& on, std::string_view id);

/// Numbers one more link of the desktop, and ends its enrolment. Nothing when there is no such
/// desktop.
std::optional<std::int64_t> raise_epoch(store::transaction& on, std::string_view id);

/// False when there is no such desktop.
bool update_greeting(store::transaction& on,
                     std::string_view id,
                     const desktop_greeting& said,
                     desktop_row::time when);

void update_last_seen(store::transaction& on, std::string_view id, desktop_row::time when);

} // namespace thimble::service
