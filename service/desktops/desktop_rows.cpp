#include "service/desktops/desktop_rows.hpp"

#include <tuple>

namespace thimble::service {

namespace {

using desktop_text = std::string;
using time = desktop_row::time;
using desktop_columns = std::tuple<desktop_text,
                                   desktop_text,
                                   desktop_text,
                                   desktop_text,
                                   desktop_text,
                                   desktop_text,
                                   desktop_text,
                                   std::int64_t,
                                   time,
                                   std::optional<time>,
                                   std::optional<desktop_text>>;

desktop_row to_desktop(desktop_columns&& from)
{
    auto& [id, account, hash, name, version, boot, journal, epoch, created, seen, approved_by] =
        from;
    return {.id = std::move(id),
            .account_id = std::move(account),
            .hash = std::move(hash),
            .said = {.name = std::move(name),
                     .version = std::move(version),
                     .boot_id = std::move(boot),
                     .journal_id = std::move(journal)},
            .epoch = epoch,
            .created_at = created,
            .last_seen_at = seen,
            .approved_by = std::move(approved_by)};
}

} // namespace

void insert_desktop(store::transaction& on, const desktop_row& what)
{
    on.execute("INSERT INTO desktops (id, account_id, hash, name, version, boot_id, journal_id, "
               "epoch, created_at, last_seen_at, approved_by) VALUES (:id, :account, :hash, :name, "
               ":version, :boot, :journal, :epoch, :created, :seen, :approved_by)",
               what.id, what.account_id, what.hash, what.said.name, what.said.version,
               what.said.boot_id, what.said.journal_id, what.epoch, what.created_at,
               what.last_seen_at, what.approved_by);
}

std::vector<desktop_row> all_desktops(store::transaction& on)
{
    std::vector<desktop_row> out;
    for (auto& each : on.select<desktop_text, desktop_text, desktop_text, desktop_text,
                                desktop_text, desktop_text, desktop_text, std::int64_t, time,
                                std::optional<time>, std::optional<desktop_text>>(
             "SELECT id, account_id, hash, name, version, boot_id, journal_id, epoch, created_at, "
             "last_seen_at, approved_by FROM desktops ORDER BY created_at, id"))
        out.push_back(to_desktop(std::move(each)));
    return out;
}

std::size_t count_desktops(store::transaction& on, const std::string& account_id)
{
    return std::get<0>(*on.find<std::size_t>(
        "SELECT count(*) FROM desktops WHERE account_id = :account", account_id));
}

std::optional<desktop_row> find_desktop(store::transaction& on, std::string_view id)
{
    auto found =
        on.find<desktop_text, desktop_text, desktop_text, desktop_text, desktop_text, desktop_text,
                desktop_text, std::int64_t, time, std::optional<time>, std::optional<desktop_text>>(
            "SELECT id, account_id, hash, name, version, boot_id, journal_id, epoch, created_at, "
            "last_seen_at, approved_by FROM desktops WHERE id = :id",
            id);
    return found ? std::optional(to_desktop(std::move(*found))) : std::nullopt;
}

bool remove_desktop(store::transaction& on, std::string_view id)
{
    on.execute("DELETE FROM enrolments WHERE desktop_id = :id", id);
    return on.execute("DELETE FROM desktops WHERE id = :id", id) > 0;
}

std::optional<std::int64_t> raise_epoch(store::transaction& on, std::string_view id)
{
    on.execute("UPDATE desktops SET epoch = epoch + 1 WHERE id = :id", id);
    const auto raised = on.find<std::int64_t>("SELECT epoch FROM desktops WHERE id = :id", id);
    if (!raised)
        return std::nullopt;
    const auto epoch = std::get<0>(*raised);
    if (epoch == 1) // only now is it certain that the token has arrived
        on.execute("DELETE FROM enrolments WHERE desktop_id = :id", id);
    return epoch;
}

bool update_greeting(store::transaction& on,
                     std::string_view id,
                     const desktop_greeting& said,
                     desktop_row::time when)
{
    return on.execute("UPDATE desktops SET name = :name, version = :version, boot_id = :boot, "
                      "journal_id = :journal, last_seen_at = :seen WHERE id = :id",
                      said.name, said.version, said.boot_id, said.journal_id, when, id) > 0;
}

void update_last_seen(store::transaction& on, std::string_view id, desktop_row::time when)
{
    on.execute("UPDATE desktops SET last_seen_at = :seen WHERE id = :id", when, id);
}

} // namespace thimble::service
