#include "store/sqlite.hpp"

#include "store/engine.hpp"
#include "store/transaction.hpp"

#include <cerrno>
#include <fcntl.h>
#include <soci/soci.h>
#include <soci/sqlite3/soci-sqlite3.h>
#include <stdexcept>
#include <system_error>
#include <unistd.h>

namespace thimble::service::store {

namespace fs = std::filesystem;

namespace {

/// In the header of the file: "Thmb".
constexpr std::int64_t application_id = 0x54'68'6D'62;

/// SQLite gives its other files the mode of the first.
void make_private_file(const fs::path& file)
{
    const int made = ::open(file.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (made < 0)
        throw std::system_error(errno, std::generic_category());
    ::close(made);
}

void set_pragma(soci::session& on, const std::string& what)
{
    std::string answer;
    on << "PRAGMA " + what, soci::into(answer);
}

std::int64_t number(transaction& on, std::string_view question)
{
    const auto row = on.find<std::int64_t>(question);
    return row ? std::get<0>(*row) : 0;
}

std::string_view meaning_of(int result)
{
    switch (result & 0xFF) {
    case SQLITE_FULL:
        return "the disk is full";
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
        return "another process holds the database";
    case SQLITE_CORRUPT:
        return "the database is damaged";
    case SQLITE_NOTADB:
        return "the file is no database";
    case SQLITE_READONLY:
    case SQLITE_PERM:
        return "the database cannot be written";
    case SQLITE_CANTOPEN:
        return "the database cannot be opened";
    case SQLITE_IOERR:
        return "the disk fails";
    default:
        return {};
    }
}

/// One process writes at a time, which the state directory's lock sees to.
class sqlite_engine final : public engine {
public:
    sqlite_engine(fs::path file, access how) : file_(std::move(file)), how_(how) {}

    dialect speaks() const override { return dialect::sqlite; }

    /// Waits up to two seconds for another process's lock.
    void open(soci::session& to) override
    {
        if (file_.string().find('"') != std::string::npos)
            throw std::invalid_argument("its path has a quotation mark");
        make_private_file(file_);
        to.open(soci::sqlite3, "db=\"" + file_.string() + "\" timeout=2");
        set_pragma(to, "journal_mode=WAL");
        set_pragma(to, waits_for_disk(how_) ? "synchronous=FULL" : "synchronous=NORMAL");
        // fsync() of a Mac leaves data in the drive's cache. SQLite ignores both pragmas elsewhere.
        set_pragma(to, waits_for_disk(how_) ? "fullfsync=ON" : "fullfsync=OFF");
        set_pragma(to, "checkpoint_fullfsync=ON");
        set_pragma(to, "wal_autocheckpoint=0"); // checkpoint() is called beside the writing
        set_pragma(to, "foreign_keys=ON");
        if (how_ == access::read)
            set_pragma(to, "query_only=ON");
        else
            set_pragma(to, "secure_delete=ON"); // what is deleted does not stay in the file
    }

    bool is_lost(soci::session& /*on*/) const override { return false; }
    bool makes_useless(const std::exception_ptr& /*failure*/) const override { return false; }
    bool was_overtaken(const std::exception_ptr& /*failure*/) const override { return false; }

private:
    fs::path file_;
    access how_;
};

} // namespace

std::unique_ptr<engine> make_sqlite_engine(fs::path file, access how)
{
    return std::make_unique<sqlite_engine>(std::move(file), how);
}

std::expected<void, std::string> check_sqlite(connection& on)
{
    transaction now(on);
    const auto owner = number(now, "PRAGMA application_id");
    const bool empty = number(now, "SELECT count(*) FROM sqlite_master") == 0;
    if (owner != application_id && !empty)
        return std::unexpected("belongs to another program");
    const auto state = now.find<std::string>("PRAGMA quick_check(1)");
    if (!state || std::get<0>(*state) != "ok")
        return std::unexpected("is damaged (" + (state ? std::get<0>(*state) : "no answer") + ")");
    if (empty)
        now.execute("PRAGMA application_id=" + std::to_string(application_id));
    return {};
}

void checkpoint(connection& on)
{
    transaction(on).select<std::int64_t>("PRAGMA wal_checkpoint(PASSIVE)");
}

std::optional<std::string> meaning_in_sqlite(const soci::soci_error& refused)
{
    const auto* const said = dynamic_cast<const soci::sqlite3_soci_error*>(&refused);
    if (said == nullptr)
        return std::nullopt;
    const auto meaning = meaning_of(said->result());
    return meaning.empty() ? refused.get_error_message() : std::string(meaning);
}

} // namespace thimble::service::store
