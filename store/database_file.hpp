// The opened database: its schema is the one of this program, its connections are ready.
#pragma once

#include "store/address.hpp"
#include "store/connection.hpp"
#include "store/migrations.hpp"
#include "store/transact.hpp"

#include <array>
#include <cstddef>
#include <expected>
#include <memory>
#include <span>
#include <string>
#include <string_view>

namespace thimble::service::store {

class database_file {
public:
    static constexpr std::size_t reader_count = 2;

    /// Checks the database and brings its schema to the last of `steps`. An error is a sentence
    /// with its name, and it is left as it is then. A file is made where there is none (mode 0600),
    /// and is for one process at a time: the state directory's lock sees to that. A server's
    /// database may be opened by several.
    static std::expected<database_file, std::string>
    open(const address& at, std::span<const migration> steps = all_migrations());

    /// Runs `work(transaction&)` here and now, which blocks: before the threads are there, or in a
    /// program that does nothing else.
    template <class Work>
    auto run(Work work)
    {
        return transact(*writer_, access::write, work);
    }

    dialect speaks() const noexcept { return writer_->speaks(); }

    // Each for one thread at a time; who has one may outlive this.
    const std::shared_ptr<connection>& writer() const noexcept { return writer_; }
    const std::shared_ptr<connection>& safe_writer() const noexcept { return safe_writer_; }
    const std::shared_ptr<connection>& reader(std::size_t which) const
    {
        return readers_.at(which);
    }

private:
    explicit database_file(const address& at);

    std::shared_ptr<connection> writer_;
    std::shared_ptr<connection> safe_writer_; // the writer, where every write survives
    std::array<std::shared_ptr<connection>, reader_count> readers_;
};

} // namespace thimble::service::store
