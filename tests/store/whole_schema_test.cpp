// The schema of the service on PostgreSQL: what its columns are, and that all of it is copied.
#include "store/store_copy.hpp"
#include "tests/store/opened_database.hpp"
#include "tests/store/postgresql_server.hpp"

#include <cstdint>
#include <map>
#include <span>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace thimble::service::store::test {

namespace {

using names = std::vector<std::string>;

struct described_column {
    std::string name;
    column_kind kind = column_kind::text;
};

using described_tables = std::vector<std::pair<std::string, std::vector<described_column>>>;

/// As SQLite has them, in the order in which they were made, which is that of their references.
described_tables tables_in_sqlite(transaction& on)
{
    described_tables out;
    for (const auto& [table] : on.select<std::string>(
             "SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY rowid")) {
        std::vector<described_column> columns;
        for (const auto& [name, type] : on.select<std::string, std::string>(
                 "SELECT name, type FROM pragma_table_info(:table) ORDER BY cid", table))
            columns.push_back(
                {.name = name,
                 .kind = type == "BIGINT" ? column_kind::integer : column_kind::text});
        out.emplace_back(table, std::move(columns));
    }
    return out;
}

/// As PostgreSQL has them, by their names.
names tables_in_postgresql(transaction& on)
{
    names out;
    for (const auto& [table] :
         on.select<std::string>("SELECT CAST(table_name AS TEXT) FROM information_schema.tables "
                                "WHERE table_schema = 'public' ORDER BY 1"))
        out.push_back(table);
    return out;
}

/// The column that a column refers to, by its name; a row may refer to itself.
std::map<std::string, std::string> references_of(transaction& on, const std::string& table)
{
    std::map<std::string, std::string> out;
    for (const auto& [from, other, to] : on.select<std::string, std::string, std::string>(
             R"(SELECT "from", "table", "to" FROM pragma_foreign_key_list(:table))", table))
        out.emplace(from, other + "." + to);
    return out;
}

std::string list_of(const std::vector<described_column>& columns, const std::string& before)
{
    std::string out;
    for (const auto& each : columns)
        out += (out.empty() ? "" : ", ") + before + each.name;
    return out;
}

/// One row, in which nothing is NULL and no two texts of the database are the same.
void fill(connection& on, const described_tables::value_type& what)
{
    transaction now(on);
    const auto& [table, columns] = what;
    const auto references = references_of(now, table);
    std::vector<cell> row;
    std::int64_t number = 1'795'000'000'123;
    for (const auto& each : columns) {
        const auto referred = references.find(each.name);
        if (each.kind == column_kind::integer)
            row.push_back(to_cell(number++));
        else
            row.push_back(
                to_cell(referred == references.end() ? table + "." + each.name : referred->second));
    }
    on.run("INSERT INTO " + table + " (" + list_of(columns, "") + ") VALUES (" +
               list_of(columns, ":") + ")",
           row);
}

std::string text_of(const cell& what)
{
    if (what.null)
        return "NULL";
    return what.kind == column_kind::integer ? std::to_string(what.integer) : what.text;
}

/// All rows, each as one text.
names rows_of(connection& on, const described_tables::value_type& what)
{
    const auto& [table, columns] = what;
    std::vector<column_kind> kinds;
    for (const auto& each : columns)
        kinds.push_back(each.kind);
    names out;
    on.run("SELECT " + list_of(columns, "") + " FROM " + table, {}, kinds,
           [&out](std::span<const cell> row) {
               std::string text;
               for (const auto& each : row)
                   text += text_of(each) + "|";
               out.push_back(text);
           });
    return out;
}

database_file opened_at(const address& at)
{
    auto opened = database_file::open(at);
    if (!opened)
        throw std::runtime_error(opened.error());
    return std::move(*opened);
}

} // namespace

TEST_CASE("every table of the service is copied with every column", "[.][postgresql]")
{
    const e2e::temporary_directory folder;
    auto from = opened_at(folder.path() / database_name);
    auto to = opened_at(postgresql_server::shared().database("whole_schema"));
    auto tables = from.run(tables_in_sqlite).value();
    std::erase_if(tables, [](const auto& each) { return each.first == "schema_migrations"; });
    for (const auto& each : tables)
        fill(*from.writer(), each);

    const auto done = copy_all(from, to);
    INFO((done ? std::string() : done.error()));
    REQUIRE(done);
    // PostgreSQL says which tables there are: one that the copy passes over is empty.
    auto expected = to.run(tables_in_postgresql).value();
    std::erase(expected, "schema_migrations");
    CHECK(expected.size() == tables.size());
    CHECK(done->tables == expected.size());
    CHECK(done->rows == expected.size());
    for (const auto& each : tables) {
        INFO(each.first);
        CHECK(std::erase(expected, each.first) == 1);
        const auto copied_rows = rows_of(*to.writer(), each);
        CHECK(copied_rows.size() == 1);
        CHECK(copied_rows == rows_of(*from.writer(), each));
    }
    CHECK(expected.empty());
}

TEST_CASE("the columns of the service have three types, and texts are compared by their bytes",
          "[.][postgresql]")
{
    auto file = opened_at(postgresql_server::shared().database("types_of_columns"));
    const auto others = file.run([](transaction& on) {
        names out;
        for (const auto& [table, column] : on.select<std::string, std::string>(
                 "SELECT CAST(table_name AS TEXT), CAST(column_name AS TEXT) "
                 "FROM information_schema.columns WHERE table_schema = 'public' AND NOT ("
                 "data_type IN ('bigint', 'double precision') OR "
                 "(data_type = 'text' AND collation_name IS NOT NULL AND collation_name = 'C'))"))
            out.push_back(table + "." + column);
        return out;
    });
    REQUIRE(others);
    CHECK(*others == names{});
}

} // namespace thimble::service::store::test
