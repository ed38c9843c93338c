// The opened database: its schema is the one of this program, its connections are ready.
#pragma once

#include "store/connection.hpp"
#include "store/migrations.hpp"
#include "store/problem.hpp"
#include "store/sqlite.hpp"
#include "store/transaction.hpp"

#include <array>
#include <expected>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

namespace thimble::service::store {

/// Runs `work(transaction&)` as one transaction: what it returns, or why nothing has happened.
template <class Work>
auto transact(connection& on, access how, Work& work)
    -> outcome<std::invoke_result_t<Work&, transaction&>>
{
    using value = std::invoke_result_t<Work&, transaction&>;
    bool begun = false;
    try {
        transaction now(on);
        on.run(how == access::read ? begin_reading : begin_writing);
        begun = true;
        if constexpr (std::is_void_v<value>) {
            work(now);
            on.run("COMMIT");
            return {};
        } else {
            value out = work(now);
            on.run("COMMIT");
            return out;
        }
    } catch (...) {
        auto why = problem_of(std::current_exception());
        if (begun)
            roll_back(on);
        return std::unexpected(std::move(why));
    }
}

/// Its name in a state directory.
inline constexpr std::string_view database_name = "thimble.db";

class database_file {
public:
    static constexpr std::size_t reader_count = 2;

    /// Makes the file where there is none (mode 0600), checks that it is whole, brings its schema
    /// to the last of `steps`. An error is a sentence with the file's name; a file that cannot be
    /// used is left as it is. One process at a time: the state directory's lock sees to that.
    static std::expected<database_file, std::string>
    open(const std::filesystem::path& file, std::span<const migration> steps = all_migrations());

    /// Runs `work(transaction&)` here and now, which blocks: before the threads are there, or in a
    /// program that does nothing else.
    template <class Work>
    auto run(Work work)
    {
        return transact(*writer_, access::write, work);
    }

    // Each for one thread at a time; who has one may outlive this.
    const std::shared_ptr<connection>& writer() const noexcept { return writer_; }
    const std::shared_ptr<connection>& safe_writer() const noexcept { return safe_writer_; }
    const std::shared_ptr<connection>& reader(std::size_t which) const
    {
        return readers_.at(which);
    }

private:
    explicit database_file(const std::filesystem::path& file);

    std::shared_ptr<connection> writer_;
    std::shared_ptr<connection> safe_writer_; // for what has to survive a loss of power
    std::array<std::shared_ptr<connection>, reader_count> readers_;
};

} // namespace thimble::service::store
