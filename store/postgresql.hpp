// Functions that only PostgreSQL understands.
#pragma once

#include "store/connection.hpp"

#include <expected>
#include <optional>
#include <string>
#include <string_view>

namespace soci {
class soci_error;
}

namespace thimble::service::store {

/// The five characters by which PostgreSQL names the kind of a refusal, in a text of libpq's that
/// has nothing else of it; empty where there are none.
std::string_view state_in(std::string_view text);

/// Words for a refusal of PostgreSQL, without any value; nothing where it is none.
std::optional<std::string> meaning_in_postgresql(const soci::soci_error& refused);

/// Fails unless the server is new enough and keeps texts as they are. The error continues the
/// sentence "The database postgresql://… …".
std::expected<void, std::string> check_postgresql(connection& on);

} // namespace thimble::service::store
