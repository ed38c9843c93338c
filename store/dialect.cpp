#include "store/dialect.hpp"

#include <algorithm>
#include <array>

namespace thimble::service::store {

namespace {

constexpr std::string_view usual_timeout = "SET statement_timeout = '5s'";

/// A node that is frozen within a transaction holds up no other for as long as a lease lasts.
constexpr std::array<std::string_view, 3> settings_of_sessions{
    usual_timeout, "SET idle_in_transaction_session_timeout = '2s'",
    "SET client_min_messages = warning"};

/// Of the lock that is held while the schema is made: "Thmb".
constexpr std::array<std::string_view, 2> lock_schema{
    "SET statement_timeout = '600s'", // a large table may be rewritten, by another process before
    "SELECT pg_advisory_lock(1416129890)"};
constexpr std::array<std::string_view, 2> unlock_schema{"SELECT pg_advisory_unlock(1416129890)",
                                                        usual_timeout};

constexpr char escape_mark = '\x1A'; // SUB, which stands for what could not be written
constexpr char nul_after_mark = '0';
constexpr char mark_after_mark = '1';

bool is_part_of_name(char letter)
{
    return (letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z') ||
           (letter >= '0' && letter <= '9') || letter == '_';
}

/// Replaces a word wherever it stands alone.
void replace_word(std::string& in, std::string_view word, std::string_view with)
{
    for (auto found = in.find(word); found != std::string::npos; found = in.find(word, found)) {
        const auto end = found + word.size();
        const bool alone = (found == 0 || !is_part_of_name(in[found - 1])) &&
                           (end == in.size() || !is_part_of_name(in[end]));
        if (alone)
            in.replace(found, word.size(), with);
        found += alone ? with.size() : word.size();
    }
}

/// Without lines that are nothing else: SOCI takes a quotation escape_mark or a colon in one for
/// the statement's.
std::string without_comments(std::string_view statement)
{
    std::string out;
    while (!statement.empty()) {
        const auto end = std::min(statement.find('\n'), statement.size());
        if (end > 0 && !statement.starts_with("--"))
            out.append(out.empty() ? "" : "\n").append(statement.substr(0, end));
        statement.remove_prefix(std::min(end + 1, statement.size()));
    }
    return out;
}

/// Milliseconds since 1970, by the clock of the database.
constexpr std::string_view now_of_sqlite =
    "CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER)";
constexpr std::string_view now_of_postgresql =
    "CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS BIGINT)";

bool defines_columns(std::string_view statement)
{
    return statement.starts_with("CREATE TABLE") || statement.starts_with("ALTER TABLE");
}

} // namespace

std::string in_dialect(dialect which, std::string_view statement)
{
    if (which == dialect::sqlite) {
        std::string out(statement);
        replace_word(out, "DATABASE_NOW", now_of_sqlite);
        return out;
    }
    auto out = without_comments(statement);
    if (defines_columns(out))
        replace_word(out, "TEXT", "TEXT COLLATE \"C\"");
    replace_word(out, "instr", "strpos");
    replace_word(out, "DATABASE_NOW", now_of_postgresql);
    return out;
}

std::string_view begin_statement(dialect which, access how)
{
    // SQLite: takes the place of the writer at once, so that a transaction never finds out late
    // that another process writes.
    if (which == dialect::sqlite)
        return how == access::read ? "BEGIN" : "BEGIN IMMEDIATE";
    switch (how) {
    case access::read:
        return "BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY";
    case access::write:
    case access::write_through:
        return "BEGIN ISOLATION LEVEL SERIALIZABLE, READ WRITE";
    case access::put:
    case access::put_through:
        return "BEGIN ISOLATION LEVEL READ COMMITTED, READ WRITE";
    }
    return {};
}

std::span<const std::string_view> session_settings(dialect which)
{
    return which == dialect::sqlite ? std::span<const std::string_view>() : settings_of_sessions;
}

std::span<const std::string_view> before_migrating(dialect which)
{
    return which == dialect::sqlite ? std::span<const std::string_view>() : lock_schema;
}

std::span<const std::string_view> after_migrating(dialect which)
{
    return which == dialect::sqlite ? std::span<const std::string_view>() : unlock_schema;
}

void escape_text(std::string& text)
{
    constexpr std::string_view special("\0\x1A", 2);
    for (auto found = text.find_first_of(special); found != std::string::npos;
         found = text.find_first_of(special, found + 2)) {
        text.insert(found + 1, 1, text[found] == escape_mark ? mark_after_mark : nul_after_mark);
        text[found] = escape_mark;
    }
}

void unescape_text(std::string& text)
{
    for (auto found = text.find(escape_mark); found != std::string::npos && found + 1 < text.size();
         found = text.find(escape_mark, found + 1)) {
        if (text[found + 1] == nul_after_mark)
            text[found] = '\0';
        text.erase(found + 1, 1);
    }
}

} // namespace thimble::service::store
