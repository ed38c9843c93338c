#include "store/dialect.hpp"
#include "tests/catch2.hpp"

#include <string>

namespace thimble::service::store::test {

TEST_CASE("SQLite is given statements as they are written", "[dialect]")
{
    const std::string statement = "-- Notes: a few\nCREATE TABLE notes (id TEXT, words TEXT)";
    CHECK(in_dialect(dialect::sqlite, statement) == statement);
}

TEST_CASE("PostgreSQL compares texts by their bytes", "[dialect]")
{
    CHECK(in_dialect(dialect::postgresql,
                     "-- The notes' text: TEXT\nCREATE TABLE notes (id TEXT PRIMARY KEY,\n"
                     "    TEXTURE BIGINT, words TEXT)") ==
          "CREATE TABLE notes (id TEXT COLLATE \"C\" PRIMARY KEY,\n"
          "    TEXTURE BIGINT, words TEXT COLLATE \"C\")");
    CHECK(in_dialect(dialect::postgresql, "ALTER TABLE notes ADD COLUMN colour TEXT") ==
          "ALTER TABLE notes ADD COLUMN colour TEXT COLLATE \"C\"");
    CHECK(in_dialect(dialect::postgresql, "SELECT CAST(id AS TEXT) FROM notes") ==
          "SELECT CAST(id AS TEXT) FROM notes");
}

TEST_CASE("PostgreSQL has another name for finding a text in a text", "[dialect]")
{
    CHECK(in_dialect(dialect::postgresql, "SELECT id FROM notes WHERE instr(:all, id) > 0") ==
          "SELECT id FROM notes WHERE strpos(:all, id) > 0");
    CHECK(in_dialect(dialect::postgresql, "SELECT instructions FROM notes") ==
          "SELECT instructions FROM notes");
}

TEST_CASE("a text with NUL is escaped and comes back", "[dialect]")
{
    for (const auto& text : {std::string(), std::string("plain"), std::string("\0", 1),
                             std::string("\x1A"), std::string("\0\0\x1A\x1A\0", 5),
                             std::string("\x1A\x30\x1A\x31", 4), std::string("a\0b\x1A", 4)}) {
        auto there = text;
        escape_text(there);
        CHECK(there.find('\0') == std::string::npos);
        unescape_text(there);
        CHECK(there == text);
    }
    std::string plain = "plain";
    escape_text(plain);
    CHECK(plain == "plain");
}

} // namespace thimble::service::store::test
