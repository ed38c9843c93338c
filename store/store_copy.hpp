// All that one database holds, copied into another.
#pragma once

#include "store/database_file.hpp"

#include <cstddef>
#include <expected>
#include <string>

namespace thimble::service::store {

struct copied {
    std::size_t tables = 0;
    std::size_t rows = 0;
};

/// Copies every row of SQLite's `from` into `to`, whose schema is the same and which has no row
/// yet. Each row is read back and compared before any of it is committed. Blocks. An error is a
/// sentence, and nothing has been copied then.
std::expected<copied, std::string> copy_all(database_file& from, database_file& to);

} // namespace thimble::service::store
