// A database in a directory of the test's own.
#pragma once

#include "store/database_file.hpp"
#include "tests/catch2.hpp"
#include "tests/e2e/temporary_directory.hpp"
#include "tests/store/store_in.hpp"

#include <array>
#include <stdexcept>

namespace thimble::service::store::test {

/// A schema of the tests' own.
inline constexpr std::array notes{migration{
    .number = 1,
    .name = "0001_notes",
    .text = "-- What somebody wrote; and when.\n"
            "CREATE TABLE notes (id TEXT PRIMARY KEY, words TEXT, weight DOUBLE PRECISION,\n"
            "    written_at BIGINT);\n"
            "CREATE INDEX notes_by_time ON notes (written_at);\n"}};

class opened_database {
public:
    /// Of SQLite's file, in tests of [sqlite].
    std::filesystem::path path() const { return directory_.path() / database_name; }

    address at() const { return store_in(directory_.path()); }

    std::expected<database_file, std::string> try_open(std::span<const migration> steps = notes)
    {
        return database_file::open(at(), steps);
    }

    database_file open(std::span<const migration> steps = notes)
    {
        auto opened = try_open(steps);
        if (!opened)
            throw std::runtime_error(opened.error());
        return std::move(*opened);
    }

private:
    e2e::temporary_directory directory_;
};

inline std::int64_t count(transaction& on)
{
    return std::get<0>(*on.find<std::int64_t>("SELECT count(*) FROM notes"));
}

inline void insert(transaction& on, std::string_view id)
{
    on.execute("INSERT INTO notes (id, words) VALUES (:id, :words)", id, "a few");
}

} // namespace thimble::service::store::test
