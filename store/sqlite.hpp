// Everything that only SQLite understands.
#pragma once

#include "store/connection.hpp"
#include "store/problem.hpp"

#include <expected>
#include <filesystem>
#include <string>
#include <string_view>

namespace soci {
class session;
}

namespace thimble::service::store {

/// Takes the place of the writer at once, so that a transaction never finds out late that another
/// process writes.
inline constexpr std::string_view begin_writing = "BEGIN IMMEDIATE";
inline constexpr std::string_view begin_reading = "BEGIN";

/// Opens and prepares a session. Waits up to two seconds for another process's lock.
void open(soci::session& to, const std::filesystem::path& file, access how);

/// Fails unless this is a whole database of ours, or an empty one. The error continues the sentence
/// "The database FILE …".
std::expected<void, std::string> check(connection& on);

/// Undoes the transaction under way. Never throws: where it cannot, the next one says so.
void roll_back(connection& on) noexcept;

/// Moves what has been committed from the log into the database file. Does not hold up writers.
void checkpoint(connection& on);

} // namespace thimble::service::store
