// A database as a connection uses it: what SQLite and PostgreSQL each do in their own way.
#pragma once

#include "store/address.hpp"
#include "store/dialect.hpp"

#include <exception>
#include <memory>
#include <span>
#include <string>

namespace soci {
class session;
}

namespace thimble::service::store {

/// Of one connection, and on its thread, but for cut_off(). Failures are exceptions.
class engine {
public:
    engine() = default;
    engine(const engine&) = delete;
    engine& operator=(const engine&) = delete;
    virtual ~engine() = default;

    virtual dialect speaks() const = 0;

    /// Opens and prepares a session that is closed.
    virtual void open(soci::session& to) = 0;

    /// Statements that make an opened session fit for use, after its settings.
    virtual std::span<const std::string> takeover() const { return {}; }

    /// Nothing more can come of this session; another may be opened in its place.
    virtual bool is_lost(soci::session& on) const = 0;

    /// The same because of a failure, which the session itself may have survived.
    virtual bool makes_useless(const std::exception_ptr& failure) const = 0;

    /// Another's transaction was in the way of this one, which has been undone.
    virtual bool was_overtaken(const std::exception_ptr& failure) const = 0;

    virtual void before_commit() {}

    /// The commit was not refused, but may not last.
    virtual bool is_commit_in_doubt() const { return false; }

    /// Any thread: ends a wait for an answer, where there can be one, as if the connection were
    /// lost.
    virtual void cut_off() noexcept {}
};

std::unique_ptr<engine> make_sqlite_engine(std::filesystem::path file, access how);

/// Loads the libraries of PostgreSQL when it opens its first session.
std::unique_ptr<engine> make_postgresql_engine(server_address at, access how);

} // namespace thimble::service::store
