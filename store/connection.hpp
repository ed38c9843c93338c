// One open connection to the database. SOCI stays behind this.
#pragma once

#include "store/cell.hpp"

#include <filesystem>
#include <functional>
#include <memory>
#include <span>
#include <string_view>

namespace thimble::service::store {

enum class access : std::uint8_t {
    read,
    write,
    write_through, // each transaction is on the disk when it has been committed
};

/// One thread at a time. Every failure is an exception; problem_of() makes a sentence of it.
class connection {
public:
    connection(const std::filesystem::path& file, access how);
    connection(connection&& other) noexcept;
    connection& operator=(connection&&) = delete;
    ~connection();

    using on_row = std::function<void(std::span<const cell>)>;

    /// Runs one statement and hands over each row. `arguments` are bound to `:name`s in the order
    /// in which these stand; `columns` says what the rows consist of. Returns how many rows have
    /// changed. Statements are kept prepared, by their text: write it as a literal.
    std::size_t run(std::string_view statement,
                    std::span<const cell> arguments = {},
                    std::span<const column_kind> columns = {},
                    const on_row& each = {});

private:
    struct implementation;
    std::unique_ptr<implementation> self_;
};

} // namespace thimble::service::store
