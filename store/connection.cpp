#include "store/connection.hpp"

#include "store/sqlite.hpp"

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
             std::span<const column_kind> columns)
        : arguments_(arguments.size()), columns_(columns.size()), row_(columns.size()),
          statement_(on)
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
        }
        for (bool more = statement_.execute(true); more && !columns_.empty();
             more = statement_.fetch())
            hand_over(each);
        return static_cast<std::size_t>(statement_.get_affected_rows());
    }

private:
    void hand_over(const connection::on_row& each)
    {
        for (std::size_t place = 0; place < columns_.size(); ++place) {
            row_[place] = columns_[place].value;
            row_[place].null = columns_[place].state == soci::i_null;
        }
        each(row_);
    }

    std::vector<slot> arguments_;
    std::vector<slot> columns_;
    std::vector<cell> row_;
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

} // namespace

struct connection::implementation {
    soci::session session;
    std::unordered_map<std::string, prepared> statements; // before the session they go
};

connection::connection(const std::filesystem::path& file, access how)
    : self_(std::make_unique<implementation>())
{
    open(self_->session, file, how);
}

connection::connection(connection&& other) noexcept = default;
connection::~connection() = default;

std::size_t connection::run(std::string_view statement,
                            std::span<const cell> arguments,
                            std::span<const column_kind> columns,
                            const on_row& each)
{
    auto& known = self_->statements;
    const auto name = name_of(statement, arguments, columns);
    auto found = known.find(name);
    if (found == known.end())
        found = known.try_emplace(name, self_->session, std::string(statement), arguments, columns)
                    .first;
    try {
        return found->second.run(arguments, each);
    } catch (...) {
        known.erase(found); // it may hold the transaction open
        throw;
    }
}

} // namespace thimble::service::store
