#include "store/connection.hpp"

#include "store/engine.hpp"
#include "store/problem.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <soci/soci.h>
#include <string>
#include <unordered_map>
#include <vector>

namespace thimble::service::store {

namespace {

/// A cell that a prepared statement is bound to: it stays where it is.
struct slot {
    cell value;
    soci::indicator state = soci::i_ok;
};

void bind_argument(soci::statement& to, slot& from)
{
    switch (from.value.kind) {
    case column_kind::integer:
        return to.exchange(soci::use(from.value.integer, from.state));
    case column_kind::real:
        return to.exchange(soci::use(from.value.real, from.state));
    case column_kind::text:
        return to.exchange(soci::use(from.value.text, from.state));
    }
}

void bind_column(soci::statement& from, slot& to)
{
    switch (to.value.kind) {
    case column_kind::integer:
        return from.exchange(soci::into(to.value.integer, to.state));
    case column_kind::real:
        return from.exchange(soci::into(to.value.real, to.state));
    case column_kind::text:
        return from.exchange(soci::into(to.value.text, to.state));
    }
}

/// One statement with the cells that it reads and fills.
class prepared {
public:
    prepared(soci::session& on,
             const std::string& text,
             std::span<const cell> arguments,
             std::span<const column_kind> columns,
             bool escapes)
        : arguments_(arguments.size()), columns_(columns.size()), row_(columns.size()),
          escapes_(escapes), statement_(on)
    {
        for (std::size_t place = 0; place < arguments.size(); ++place) {
            arguments_[place].value.kind = arguments[place].kind;
            bind_argument(statement_, arguments_[place]);
        }
        for (std::size_t place = 0; place < columns.size(); ++place) {
            columns_[place].value.kind = columns[place];
            bind_column(statement_, columns_[place]);
        }
        statement_.alloc();
        statement_.prepare(text);
        statement_.define_and_bind();
    }

    std::size_t run(std::span<const cell> arguments, const connection::on_row& each)
    {
        for (std::size_t place = 0; place < arguments.size(); ++place) {
            arguments_[place].value = arguments[place];
            arguments_[place].state = arguments[place].null ? soci::i_null : soci::i_ok;
            if (escapes_)
                escape_text(arguments_[place].value.text);
        }
        for (bool more = statement_.execute(true); more && !columns_.empty();
             more = statement_.fetch())
            hand_over(each);
        return static_cast<std::size_t>(std::max(statement_.get_affected_rows(), 0LL));
    }

private:
    void hand_over(const connection::on_row& each)
    {
        for (std::size_t place = 0; place < columns_.size(); ++place) {
            row_[place] = columns_[place].value;
            row_[place].null = columns_[place].state == soci::i_null;
            if (escapes_)
                unescape_text(row_[place].text);
        }
        each(row_);
    }

    std::vector<slot> arguments_;
    std::vector<slot> columns_;
    std::vector<cell> row_;
    bool escapes_; // texts, on their way to the database
    soci::statement statement_;
};

/// The same text bound to other kinds is another statement.
std::string name_of(std::string_view text,
                    std::span<const cell> arguments,
                    std::span<const column_kind> columns)
{
    std::string name(text);
    name += '\0';
    for (const auto& each : arguments)
        name += static_cast<char>('0' + static_cast<int>(each.kind));
    name += '\0';
    for (const auto each : columns)
        name += static_cast<char>('0' + static_cast<int>(each));
    return name;
}

using steady = std::chrono::steady_clock;

std::unique_ptr<engine> make_engine(const address& at, access how)
{
    if (const auto* server = std::get_if<server_address>(&at))
        return make_postgresql_engine(*server, how);
    return make_sqlite_engine(std::get<std::filesystem::path>(at), how);
}

/// As long as a statement waits for its answer.
class waiting_mark {
public:
    explicit waiting_mark(std::atomic<steady::rep>& since) : since_(since)
    {
        since_ = steady::now().time_since_epoch().count();
    }
    waiting_mark(const waiting_mark&) = delete;
    waiting_mark& operator=(const waiting_mark&) = delete;
    ~waiting_mark() { since_ = 0; }

private:
    std::atomic<steady::rep>& since_;
};

} // namespace

struct connection::implementation {
    explicit implementation(std::unique_ptr<engine> given) : database(std::move(given))
    {
        database->open(session);
    }
    implementation(const implementation&) = delete;
    implementation& operator=(const implementation&) = delete;

    /// Each statement of PostgreSQL is given back by a question to the server, which may be silent
    /// for ever; those on a socket that is shut down fail at once.
    ~implementation() { database->cut_off(); }

    void open_anew()
    {
        database->cut_off();
        statements.clear();
        spoilt.clear();
        session.close();
        database->open(session);
    }

    /// A statement that failed is not used again. In SQLite it may hold the transaction open. In
    /// PostgreSQL it can be given back only when that has been undone.
    void put_aside(std::unordered_map<std::string, prepared>::iterator spent)
    {
        if (database->speaks() == dialect::sqlite)
            statements.erase(spent);
        else
            spoilt.push_back(statements.extract(spent));
    }

    void note(const std::exception_ptr& failure)
    {
        lost = lost || database->is_lost(session) || database->makes_useless(failure);
    }

    std::unique_ptr<engine> database;
    soci::session session;
    std::unordered_map<std::string, prepared> statements; // before the session they go
    std::vector<std::unordered_map<std::string, prepared>::node_type> spoilt;
    bool lost = false;
    bool failed = false; // a statement of the transaction under way
    std::atomic<steady::rep> waiting_since = 0;
};

connection::connection(const address& at, access how)
    : self_(std::make_unique<implementation>(make_engine(at, how)))
{
    prepare_session();
}

connection::connection(connection&& other) noexcept = default;
connection::~connection() = default;

std::size_t connection::run(std::string_view statement,
                            std::span<const cell> arguments,
                            std::span<const column_kind> columns,
                            const on_row& each)
{
    const waiting_mark waits(self_->waiting_since);
    auto& known = self_->statements;
    auto found = known.end();
    try {
        auto name = name_of(statement, arguments, columns);
        found = known.find(name);
        if (found == known.end())
            found =
                known
                    .try_emplace(std::move(name), self_->session, in_dialect(speaks(), statement),
                                 arguments, columns, speaks() == dialect::postgresql)
                    .first;
        return found->second.run(arguments, each);
    } catch (...) {
        self_->failed = true;
        self_->note(std::current_exception());
        if (found != known.end())
            self_->put_aside(found);
        throw;
    }
}

void connection::prepare_session()
{
    for (const auto setting : session_settings(speaks()))
        run(setting);
    for (const auto& statement : self_->database->takeover())
        run(statement);
}

void connection::begin(access how)
{
    if (self_->lost) {
        const waiting_mark waits(self_->waiting_since);
        self_->open_anew();
        prepare_session();
        self_->lost = false;
    }
    self_->failed = false;
    run(begin_statement(speaks(), how));
}

void connection::commit()
{
    // PostgreSQL would undo it all and say that it is done.
    if (self_->failed && speaks() == dialect::postgresql)
        throw std::logic_error("a refusal of the database was passed over");
    self_->database->before_commit();
    run("COMMIT");
    if (self_->database->is_commit_in_doubt())
        throw doubtful_commit("the standby has not confirmed it");
}

void connection::roll_back() noexcept
{
    try {
        if (!self_->lost)
            run("ROLLBACK");
    } catch (const std::exception&) {
        // SQLite has undone it already. PostgreSQL refuses this only where nothing more is right.
        self_->lost = self_->lost || speaks() == dialect::postgresql;
    }
    const waiting_mark waits(self_->waiting_since);
    self_->spoilt.clear();
}

dialect connection::speaks() const noexcept
{
    return self_->database->speaks();
}

bool connection::is_lost() const noexcept
{
    return self_->lost;
}

bool connection::was_overtaken(const std::exception_ptr& failure) const
{
    return self_->database->was_overtaken(failure);
}

void connection::cut_off_if_stuck(std::chrono::seconds longest) noexcept
{
    const steady::time_point since(steady::duration(self_->waiting_since.load()));
    if (since != steady::time_point() && steady::now() - since > longest)
        self_->database->cut_off();
}

} // namespace thimble::service::store
