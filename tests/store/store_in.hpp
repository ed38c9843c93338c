// Place of a test's store: SQLite's file, or a database of PostgreSQL.
#pragma once

#include "store/address.hpp"

#include <filesystem>

namespace thimble::service::store::test {

/// Tests run on PostgreSQL as well: with THIMBLE_TEST_STORE=postgresql.
bool runs_on_postgresql();

/// SQLite's file in the folder, or on PostgreSQL a database of the folder's own.
address store_in(const std::filesystem::path& folder);

} // namespace thimble::service::store::test
