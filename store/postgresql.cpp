#include "store/postgresql.hpp"

#include "store/engine.hpp"
#include "store/postgresql_library.hpp"
#include "store/problem.hpp"
#include "store/transaction.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <fcntl.h>
#include <limits>
#include <mutex>
#include <random>
#include <soci/soci.h>
#include <string>
#include <sys/socket.h>
#include <unistd.h>
#include <utility>
#include <vector>

namespace thimble::service::store {

namespace {

/// 13 is the oldest that still gets repairs.
constexpr std::int64_t oldest_version = 130000;

constexpr std::size_t length_of_state = 5;

/// By the beginning of the state: the more exact ones come first.
constexpr std::array<std::pair<std::string_view, std::string_view>, 17> meanings{{
    {"08", "the connection to the database was lost"},
    {"22021", "a text is not UTF-8"},
    {"23505", "there is one of that kind already"},
    {"23", "it contradicts what is in the database"},
    {"25006", "the database cannot be written"},
    {"25P03", "the transaction stood still for too long"},
    {"28", "the database lets this user not in"},
    {"3D000", "there is no such database"},
    {"40", "another transaction was in the way"},
    {"42501", "this user may not do that in the database"},
    {"42P07", "the database has a table of that name already"},
    {"53100", "the disk of the database is full"},
    {"53", "the database has no room left"},
    {"57014", "it took too long"},
    {"57P", "the database is being shut down"},
    {"58", "the disk of the database fails"},
    {"XX", "the database is damaged"},
}};

bool is_part_of_state(char letter)
{
    return (letter >= '0' && letter <= '9') || (letter >= 'A' && letter <= 'Z');
}

/// The state of a refusal; empty where the exception is none.
std::string state_of(const std::exception_ptr& failure)
{
    try {
        std::rethrow_exception(failure);
    } catch (const soci::soci_error& refused) {
        return std::string(state_in(refused.get_error_message()));
    } catch (...) {
        return {};
    }
}

/// In one line, as libpq has put it, without the words that SOCI sets before.
std::string reason_in(const soci::soci_error& refused)
{
    auto text = refused.get_error_message();
    text.erase(0, text.find('\n') + 1); // nothing, where there is no other line
    std::ranges::replace_if(
        text, [](char letter) { return letter == '\n' || letter == '\t'; }, ' ');
    text.erase(text.find_last_not_of(' ') + 1);
    return text;
}

/// A second descriptor of a connection's socket: nobody else's can get its number meanwhile.
class shared_socket {
public:
    shared_socket() = default;
    shared_socket(const shared_socket&) = delete;
    shared_socket& operator=(const shared_socket&) = delete;
    ~shared_socket() { put(-1); }

    void share(int descriptor) { put(::fcntl(descriptor, F_DUPFD_CLOEXEC, 0)); }

    void shut_down()
    {
        const std::scoped_lock lock(mutex_);
        if (descriptor_ >= 0)
            ::shutdown(descriptor_, SHUT_RDWR);
    }

private:
    void put(int descriptor)
    {
        const std::scoped_lock lock(mutex_);
        if (descriptor_ >= 0)
            ::close(descriptor_);
        descriptor_ = descriptor;
    }

    std::mutex mutex_;
    int descriptor_ = -1;
};

/// A lock that a connection holds as long as the server knows it; each has one of its own. A commit
/// whose answer was lost may still be under way there: the connection that takes the place of the
/// lost one ends it first, so that nothing of the former comes behind what this one does.
std::vector<std::string> takeover_from_former()
{
    std::random_device random;
    std::uniform_int_distribution<std::int32_t> any(0, std::numeric_limits<std::int32_t>::max());
    const auto one = std::to_string(any(random));
    const auto other = std::to_string(any(random));
    return {"SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory' "
            "AND classid = " +
                one + " AND objid = " + other +
                " AND objsubid = 2 AND pid <> pg_backend_pid() AND database = (SELECT oid FROM "
                "pg_database WHERE "
                "datname = current_database())",
            "SELECT pg_advisory_lock(" + one + ", " + other + ")"};
}

/// Several may write at the same time, and each transaction sees and does what it would alone.
class postgresql_engine final : public engine {
public:
    postgresql_engine(server_address at, access how) : at_(std::move(at)), how_(how)
    {
        if (how != access::read)
            takeover_ = takeover_from_former();
    }

    dialect speaks() const override { return dialect::postgresql; }

    void open(soci::session& to) override
    {
        const auto& library = postgresql_library::get();
        try {
            to.open(*library.backend, at_.connection_text());
        } catch (const soci::soci_error& refused) {
            throw not_reached(at_.without_password(reason_in(refused)));
        }
        auto* const mine = raw(to);
        // A refusal is told by its kind alone: its details have values in them.
        library.set_error_verbosity(mine, PQERRORS_SQLSTATE);
        library.set_notice_processor(mine, note_warning, this);
        socket_.share(library.socket(mine));
    }

    std::span<const std::string> takeover() const override { return takeover_; }

    bool is_lost(soci::session& on) const override
    {
        auto* const mine = raw(on);
        return mine == nullptr || postgresql_library::get().status(mine) != CONNECTION_OK;
    }

    /// The server ends the connection by these, even where libpq has not noticed it yet. A primary
    /// that has become a standby refuses all that is written, for as long as it lives.
    bool makes_useless(const std::exception_ptr& failure) const override
    {
        const auto state = state_of(failure);
        return state.starts_with("08") || state.starts_with("57P") || state == "25P03" ||
               (how_ != access::read && state == "25006");
    }

    bool was_overtaken(const std::exception_ptr& failure) const override
    {
        const auto state = state_of(failure);
        return state == "40001" || state == "40P01";
    }

    void before_commit() override { was_warned_ = false; }

    /// It warns only where a wait for a standby was given up: it is committed here and may be
    /// nowhere else.
    bool is_commit_in_doubt() const override { return was_warned_; }

    void cut_off() noexcept override
    {
        try {
            socket_.shut_down();
        } catch (const std::exception&) { // NOLINT(bugprone-empty-catch): a mutex never fails here
        }
    }

private:
    /// nullptr where the session is closed.
    static PGconn* raw(soci::session& of)
    {
        // NOLINTNEXTLINE(*-static-cast-downcast): its own factory has made it
        auto* const backend = static_cast<soci::postgresql_session_backend*>(of.get_backend());
        return backend == nullptr ? nullptr : backend->conn_;
    }

    /// Takes the place of libpq's own, which writes to standard error.
    static void note_warning(void* self, const char* /*text*/)
    {
        static_cast<postgresql_engine*>(self)->was_warned_ = true;
    }

    server_address at_;
    access how_;
    std::vector<std::string> takeover_;
    bool was_warned_ = false;
    shared_socket socket_;
};

} // namespace

std::unique_ptr<engine> make_postgresql_engine(server_address at, access how)
{
    return std::make_unique<postgresql_engine>(std::move(at), how);
}

std::string_view state_in(std::string_view text)
{
    constexpr std::string_view before = ":  "; // after the severity, in whatever language
    for (auto found = text.find(before); found != std::string_view::npos;
         found = text.find(before, found + 1)) {
        const auto state = text.substr(found + before.size(), length_of_state);
        const auto after = found + before.size() + length_of_state;
        if (state.size() == length_of_state && std::ranges::all_of(state, is_part_of_state) &&
            (after == text.size() || text[after] == '\n'))
            return state;
    }
    return {};
}

std::optional<std::string> meaning_in_postgresql(const soci::soci_error& refused)
{
    const auto said = refused.get_error_message();
    const auto state = state_in(said);
    if (state.empty())
        return refused.get_error_category() == soci::soci_error::connection_error
                   ? std::optional<std::string>("the connection to the database was lost")
                   : std::nullopt;
    const auto known = std::ranges::find_if(
        meanings, [&](const auto& each) { return state.starts_with(each.first); });
    return known == meanings.end() ? "PostgreSQL refuses it with " + std::string(state)
                                   : std::string(known->second);
}

std::expected<void, std::string> check_postgresql(connection& on)
{
    transaction now(on);
    const auto server = now.find<std::int64_t, std::string>(
        "SELECT CAST(current_setting('server_version_num') AS BIGINT), "
        "current_setting('server_encoding')");
    if (!server)
        return std::unexpected("does not tell its version");
    const auto& [version, encoding] = *server;
    if (version < oldest_version)
        return std::unexpected("is of PostgreSQL " + std::to_string(version / 10000) +
                               "; it must be 13 or newer");
    if (encoding != "UTF8")
        return std::unexpected("has the encoding " + encoding +
                               "; make one with: createdb --encoding UTF8 --template template0");
    return {};
}

} // namespace thimble::service::store
