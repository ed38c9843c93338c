// One open connection to the database. SOCI stays behind this.
#pragma once

#include "store/address.hpp"
#include "store/cell.hpp"
#include "store/dialect.hpp"

#include <chrono>
#include <functional>
#include <memory>
#include <span>
#include <string_view>

namespace thimble::service::store {

/// One thread at a time. Every failure is an exception; problem_of() makes a sentence of it.
class connection {
public:
    connection(const address& at, access how);
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

    /// Opens the connection anew first, where it was lost. Throws not_reached where it cannot.
    void begin(access how);

    /// Throws doubtful_commit where it may not last.
    void commit();

    /// Undoes the transaction under way. Never throws: where it cannot, the next one says so.
    void roll_back() noexcept;

    dialect speaks() const noexcept;

    /// It will be opened anew by begin(); no transaction is under way.
    bool is_lost() const noexcept;

    /// The transaction that ended by this exception was undone for the sake of another.
    bool was_overtaken(const std::exception_ptr& failure) const;

    /// More than any statement may take by the settings of a session.
    static constexpr std::chrono::seconds longest_answer{15};

    /// Any thread. Gives a statement up that has waited for its answer longer than any timeout of
    /// the database's own: nothing will come any more.
    void cut_off_if_stuck(std::chrono::seconds longest = longest_answer) noexcept;

private:
    void prepare_session();

    struct implementation;
    std::unique_ptr<implementation> self_;
};

} // namespace thimble::service::store
