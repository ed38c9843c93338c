// Functions that only SQLite understands.
#pragma once

#include "store/connection.hpp"

#include <expected>
#include <optional>
#include <string>

namespace soci {
class soci_error;
}

namespace thimble::service::store {

/// Fails unless this is a whole database of ours, or an empty one. The error continues the sentence
/// "The database FILE …".
std::expected<void, std::string> check_sqlite(connection& on);

/// Moves what has been committed from the log into the database file. Does not hold up writers.
void checkpoint(connection& on);

/// Words for a refusal of SQLite, without any value; nothing where it is none.
std::optional<std::string> meaning_in_sqlite(const soci::soci_error& refused);

} // namespace thimble::service::store
