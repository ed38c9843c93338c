// Transaction on the database: happens wholly or not at all.
#pragma once

#include "store/connection.hpp"

#include <array>
#include <cstddef>
#include <optional>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

namespace thimble::service::store {

/// Handle of a call of the store, on one of its threads. Arguments and columns are whole
/// numbers, floating point, strings, points in time, and optionals of these (NULL):
///
///     on.execute("UPDATE jobs SET action = :action WHERE id = :id", action, id);
///     for (auto& [id, ended] : on.select<std::string, std::optional<sys_time>>(
///              "SELECT id, completed_at FROM jobs WHERE phone_id = :phone", phone_id)) …
///
/// SQL must be understood by SQLite and PostgreSQL alike, and be a literal: values are arguments,
/// always. A refusal of the database is an exception, which undoes the transaction; let it pass.
class transaction {
public:
    explicit transaction(connection& on) noexcept : on_(on) {}

    /// Returns how many rows it has changed.
    template <class... Arguments>
    std::size_t execute(std::string_view statement, const Arguments&... arguments)
    {
        const std::array<cell, sizeof...(Arguments)> given{to_cell(arguments)...};
        return on_.run(statement, given);
    }

    template <class... Columns, class... Arguments>
    std::vector<std::tuple<Columns...>> select(std::string_view statement,
                                               const Arguments&... arguments)
    {
        const std::array<cell, sizeof...(Arguments)> given{to_cell(arguments)...};
        constexpr std::array kinds{stored<Columns>::kind...};
        std::vector<std::tuple<Columns...>> rows;
        on_.run(statement, given, kinds, [&rows](std::span<const cell> row) {
            rows.push_back(to_tuple<Columns...>(row, std::index_sequence_for<Columns...>{}));
        });
        return rows;
    }

    /// The first row, where there may be none.
    template <class... Columns, class... Arguments>
    std::optional<std::tuple<Columns...>> find(std::string_view statement,
                                               const Arguments&... arguments)
    {
        auto rows = select<Columns...>(statement, arguments...);
        if (rows.empty())
            return std::nullopt;
        return std::move(rows.front());
    }

private:
    template <class... Columns, std::size_t... Places>
    static std::tuple<Columns...> to_tuple(std::span<const cell> row,
                                           std::index_sequence<Places...> /*places*/)
    {
        return {stored<Columns>::get(row[Places])...};
    }

    connection& on_;
};

} // namespace thimble::service::store
