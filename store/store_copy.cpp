#include "store/store_copy.hpp"

#include "text/lists.hpp"

#include <algorithm>
#include <ranges>
#include <span>
#include <stdexcept>
#include <vector>

namespace thimble::service::store {

namespace {

struct copied_column {
    std::string name;
    column_kind kind = column_kind::text;
    bool in_key = false;
};

struct copied_table {
    std::string name;
    std::vector<copied_column> columns;

    std::vector<column_kind> kinds() const
    {
        const auto all = std::views::transform(columns, &copied_column::kind);
        return {all.begin(), all.end()};
    }
};

column_kind kind_of(std::string_view declared)
{
    if (declared == "BIGINT")
        return column_kind::integer;
    if (declared == "DOUBLE PRECISION")
        return column_kind::real;
    if (declared == "TEXT")
        return column_kind::text;
    throw std::logic_error("a column has none of the three types");
}

/// In the order in which they were made: none refers to a later one.
std::vector<copied_table> tables_of(transaction& on)
{
    std::vector<copied_table> out;
    for (auto& [name] : on.select<std::string>(
             "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' "
             "AND name <> 'schema_migrations' ORDER BY rowid")) {
        copied_table each{.name = std::move(name), .columns = {}};
        for (auto& [column, type, place_in_key] : on.select<std::string, std::string, std::int64_t>(
                 "SELECT name, type, pk FROM pragma_table_info(:table) ORDER BY cid", each.name))
            each.columns.push_back(
                {.name = std::move(column), .kind = kind_of(type), .in_key = place_in_key > 0});
        out.push_back(std::move(each));
    }
    return out;
}

std::string names_of(const copied_table& what)
{
    return joined(what.columns, ", ", &copied_column::name);
}

/// In the order in which they were written: a row may refer to earlier ones of its table.
std::string all_rows_of(const copied_table& what)
{
    return "SELECT " + names_of(what) + " FROM " + what.name + " ORDER BY rowid";
}

std::string insertion_into(const copied_table& what)
{
    return "INSERT INTO " + what.name + " (" + names_of(what) + ") VALUES (" +
           joined(what.columns, ", ", [](const copied_column& each) { return ":" + each.name; }) +
           ")";
}

std::string row_by_key_of(const copied_table& what)
{
    std::string condition;
    for (const auto& each : what.columns)
        if (each.in_key)
            condition += (condition.empty() ? "" : " AND ") + each.name + " = :" + each.name;
    return "SELECT " + names_of(what) + " FROM " + what.name + " WHERE " + condition;
}

std::vector<cell> key_in(const copied_table& what, std::span<const cell> row)
{
    std::vector<cell> out;
    for (std::size_t place = 0; place < row.size(); ++place)
        if (what.columns[place].in_key)
            out.push_back(row[place]);
    return out;
}

bool are_same(const cell& one, const cell& other)
{
    if (one.null || other.null)
        return one.null == other.null;
    return one.kind == other.kind && one.integer == other.integer && one.real == other.real &&
           one.text == other.text;
}

class copying {
public:
    copying(connection& from, connection& to) : from_(from), to_(to) {}

    copied run()
    {
        transaction source(from_);
        const auto tables = tables_of(source);
        for (const auto& each : tables)
            if (count(each) > 0)
                throw std::runtime_error("its table " + each.name +
                                         " has rows already, and copies go into an empty one");
        copied out{.tables = tables.size(), .rows = 0};
        for (const auto& each : tables)
            out.rows += copy(each);
        for (const auto& each : tables)
            check(each);
        return out;
    }

private:
    std::int64_t count(const copied_table& what)
    {
        transaction target(to_);
        return std::get<0>(*target.find<std::int64_t>("SELECT count(*) FROM " + what.name));
    }

    std::size_t copy(const copied_table& what)
    {
        const auto insertion = insertion_into(what);
        const auto kinds = what.kinds();
        std::size_t rows = 0;
        from_.run(all_rows_of(what), {}, kinds, [&](std::span<const cell> row) {
            ++rows;
            to_.run(insertion, row);
        });
        return rows;
    }

    void check(const copied_table& what)
    {
        const auto by_key = row_by_key_of(what);
        const auto kinds = what.kinds();
        std::int64_t rows = 0;
        from_.run(all_rows_of(what), {}, kinds, [&](std::span<const cell> row) {
            ++rows;
            bool same = false;
            to_.run(by_key, key_in(what, row), kinds, [&](std::span<const cell> back) {
                same = std::ranges::equal(row, back, are_same);
            });
            if (!same)
                throw std::runtime_error("row " + std::to_string(rows) + " of its table " +
                                         what.name + " came back as another");
        });
        if (rows != count(what))
            throw std::runtime_error("its table " + what.name + " has another number of rows");
    }

    connection& from_;
    connection& to_;
};

} // namespace

std::expected<copied, std::string> copy_all(database_file& from, database_file& to)
{
    auto& source = *from.reader(0);
    auto& target = *to.writer();
    if (source.speaks() != dialect::sqlite)
        return std::unexpected("Only a database of SQLite can be copied");
    std::expected<copied, std::string> out;
    const auto* what_happened = "The database was not copied: ";
    try {
        source.begin(access::read);
        target.begin(access::write);
        out = copying(source, target).run();
        what_happened = "Whether the database was copied is not known: ";
        target.commit();
    } catch (const std::exception&) {
        out = std::unexpected(what_happened + problem_of(std::current_exception()).text);
        target.roll_back();
    }
    source.roll_back(); // it has only read
    return out;
}

} // namespace thimble::service::store
