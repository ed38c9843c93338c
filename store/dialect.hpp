// Everything in which the SQL of the two databases differs. Statements and migrations are written
// once, for both.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace thimble::service::store {

enum class access : std::uint8_t {
    read,
    write,
    write_through, // each transaction is on the disk when it has been committed
    put,           // writes and looks at nothing before
    put_through,   // both
};

/// Each transaction is on the disk when it has been committed.
constexpr bool waits_for_disk(access how)
{
    return how == access::write_through || how == access::put_through;
}

enum class dialect : std::uint8_t { sqlite, postgresql };

/// The statement as that database understands it. DATABASE_NOW is the moment by the clock of the
/// database, in milliseconds since 1970. For PostgreSQL, columns of text are compared by
/// their bytes, as SQLite does, whatever the language of the server is.
std::string in_dialect(dialect which, std::string_view statement);

/// Begins a transaction. One that looks and writes sees and does what it would if it had the
/// database to itself: in SQLite it has, in PostgreSQL it may be refused for another's sake and run
/// again. One that only writes is hardly ever refused.
std::string_view begin_statement(dialect which, access how);

/// Run on each new connection.
std::span<const std::string_view> session_settings(dialect which);

/// Around the migrations: several processes may open a server's database at the same time.
std::span<const std::string_view> before_migrating(dialect which);
std::span<const std::string_view> after_migrating(dialect which);

/// PostgreSQL keeps no NUL in a text: it is written as two other characters. Nothing is done to
/// texts without NUL and without the mark of such a pair.
void escape_text(std::string& text);
void unescape_text(std::string& text);

} // namespace thimble::service::store
