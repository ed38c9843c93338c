#include "store/database_file.hpp"

#include "store/postgresql.hpp"
#include "store/sqlite.hpp"

namespace thimble::service::store {

namespace {

std::unexpected<std::string> unusable(const address& at, const std::string& why)
{
    return std::unexpected("The database " + shown(at) + " " + why);
}

std::expected<void, std::string> check(connection& on)
{
    return on.speaks() == dialect::sqlite ? check_sqlite(on) : check_postgresql(on);
}

/// SQLite waits for the disk only where it is told to; a server always does.
std::shared_ptr<connection> safe_writer_beside(const std::shared_ptr<connection>& writer,
                                               const address& at)
{
    if (writer->speaks() == dialect::postgresql)
        return writer;
    return std::make_shared<connection>(at, access::write_through);
}

} // namespace

database_file::database_file(const address& at)
    : writer_(std::make_shared<connection>(at, access::write)),
      safe_writer_(safe_writer_beside(writer_, at))
{
    for (auto& each : readers_)
        each = std::make_shared<connection>(at, access::read);
}

std::expected<database_file, std::string> database_file::open(const address& at,
                                                              std::span<const migration> steps)
{
    try {
        database_file out(at);
        if (auto usable = check(*out.writer_); !usable)
            return unusable(at, usable.error());
        if (auto migrated = migrate(*out.writer_, steps); !migrated)
            return unusable(at, migrated.error());
        return out;
    } catch (const std::exception&) {
        return unusable(at, "cannot be used: " + problem_of(std::current_exception()).text);
    }
}

} // namespace thimble::service::store
