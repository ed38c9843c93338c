// The steps from an empty database to the present schema.
#pragma once

#include "store/connection.hpp"

#include <expected>
#include <span>
#include <string>
#include <string_view>

namespace thimble::service::store {

/// A file of the folder migrations, compiled in. Once it has been released it never changes; a
/// change of the schema is a new file. Statements end with a semicolon at the end of a line.
struct migration {
    std::int64_t number = 0; // from 1, without gaps
    std::string_view name;
    std::string_view text;
};

std::span<const migration> all_migrations();

/// Brings the database to the last of `steps`, each in a transaction of its own. The error
/// continues the sentence "The database FILE …": it is newer than this program, or was made by
/// other steps.
std::expected<void, std::string> migrate(connection& on, std::span<const migration> steps);

} // namespace thimble::service::store
