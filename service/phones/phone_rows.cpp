#include "service/phones/phone_rows.hpp"

#include <tuple>
#include <utility>

namespace thimble::service::store {

using text = std::string;
using optional_text = std::optional<std::string>;
using time = phone_row::time;

namespace {

/// Of columns in the order of the members.
template <class Rows>
std::vector<phone_row> read_rows(Rows rows)
{
    std::vector<phone_row> out;
    for (auto& row : rows)
        out.push_back(std::apply([](auto&&... values) { return phone_row{std::move(values)...}; },
                                 std::move(row)));
    return out;
}

std::vector<selection_row> read_selections(std::vector<std::tuple<text, text, text>> rows)
{
    std::vector<selection_row> out;
    for (auto& [account_id, desktop_id, phone_id] : rows)
        out.push_back({.account_id = std::move(account_id),
                       .desktop_id = std::move(desktop_id),
                       .phone_id = std::move(phone_id)});
    return out;
}

void insert_if_new(transaction& on, const phone_row& what)
{
    on.execute("INSERT INTO phones (account_id, id, udid, desktop_id, facts, display_name, "
               "typing_method, speed, apps, apps_updated_at, shortcuts, created_at, last_seen_at, "
               "labels) "
               "VALUES (:account, :id, :udid, :desktop, :facts, :name, :method, :speed, :apps, "
               ":apps_updated, :shortcuts, :created, :seen, :labels) "
               "ON CONFLICT (account_id, id) DO NOTHING",
               what.account_id, what.id, what.udid, what.desktop_id, what.facts, what.display_name,
               what.typing_method, what.speed, what.apps, what.apps_updated_at, what.shortcuts,
               what.created_at, what.last_seen_at, what.labels);
}

} // namespace

void keep_phone(transaction& on, const phone_row& what)
{
    on.execute("INSERT INTO phones (account_id, id, udid, desktop_id, facts, display_name, "
               "typing_method, speed, apps, apps_updated_at, shortcuts, created_at, last_seen_at, "
               "labels) "
               "VALUES (:account, :id, :udid, :desktop, :facts, :name, :method, :speed, :apps, "
               ":apps_updated, :shortcuts, :created, :seen, :labels) "
               "ON CONFLICT (account_id, id) DO UPDATE SET desktop_id = excluded.desktop_id, "
               "facts = excluded.facts, display_name = excluded.display_name, "
               "typing_method = excluded.typing_method, speed = excluded.speed, "
               "apps = excluded.apps, apps_updated_at = excluded.apps_updated_at, "
               "shortcuts = excluded.shortcuts, last_seen_at = excluded.last_seen_at, "
               "labels = excluded.labels",
               what.account_id, what.id, what.udid, what.desktop_id, what.facts, what.display_name,
               what.typing_method, what.speed, what.apps, what.apps_updated_at, what.shortcuts,
               what.created_at, what.last_seen_at, what.labels);
}

void keep_phone_facts(transaction& on, const phone_row& what)
{
    insert_if_new(on, what);
    on.execute("UPDATE phones SET desktop_id = :desktop, facts = :facts, last_seen_at = :seen "
               "WHERE account_id = :account AND id = :id",
               what.desktop_id, what.facts, what.last_seen_at, what.account_id, what.id);
    if (what.apps && what.apps_updated_at)
        on.execute("UPDATE phones SET apps = :apps, apps_updated_at = :updated "
                   "WHERE account_id = :account AND id = :id "
                   "AND (apps_updated_at IS NULL OR apps_updated_at < :before)",
                   what.apps, what.apps_updated_at, what.account_id, what.id, what.apps_updated_at);
}

void keep_last_seen(transaction& on, std::string_view account_id, std::string_view id, time seen)
{
    on.execute("UPDATE phones SET last_seen_at = :seen "
               "WHERE account_id = :account AND id = :id AND last_seen_at < :before",
               seen, account_id, id, seen);
}

void keep_phone_settings(transaction& on, const phone_row& what)
{
    insert_if_new(on, what);
    on.execute("UPDATE phones SET display_name = :name, typing_method = :method, speed = :speed, "
               "shortcuts = :shortcuts, labels = :labels "
               "WHERE account_id = :account AND id = :id",
               what.display_name, what.typing_method, what.speed, what.shortcuts, what.labels,
               what.account_id, what.id);
}

void forget_phone(transaction& on, std::string_view account_id, std::string_view id)
{
    on.execute("DELETE FROM phones WHERE account_id = :account AND id = :id", account_id, id);
    on.execute("DELETE FROM selections WHERE account_id = :account AND phone_id = :id", account_id,
               id);
}

std::optional<phone_row>
find_phone(transaction& on, std::string_view account_id, std::string_view id)
{
    auto rows = read_rows(on.select<text, text, text, text, text, optional_text, text, std::int64_t,
                                    optional_text, std::optional<time>, optional_text, time, time,
                                    optional_text>(
        "SELECT account_id, id, udid, desktop_id, facts, display_name, typing_method, speed, apps, "
        "apps_updated_at, shortcuts, created_at, last_seen_at, labels FROM phones "
        "WHERE account_id = :account AND id = :id",
        account_id, id));
    if (rows.empty())
        return std::nullopt;
    return std::move(rows.front());
}

std::vector<phone_row> all_phones(transaction& on)
{
    return read_rows(on.select<text, text, text, text, text, optional_text, text, std::int64_t,
                               optional_text, std::optional<time>, optional_text, time, time,
                               optional_text>(
        "SELECT account_id, id, udid, desktop_id, facts, display_name, typing_method, speed, apps, "
        "apps_updated_at, shortcuts, created_at, last_seen_at, labels FROM phones "
        "ORDER BY created_at, id"));
}

void keep_selection(transaction& on, const selection_row& what)
{
    on.execute("INSERT INTO selections (account_id, desktop_id, phone_id) "
               "VALUES (:account, :desktop, :phone) "
               "ON CONFLICT (account_id, desktop_id) DO UPDATE SET phone_id = excluded.phone_id",
               what.account_id, what.desktop_id, what.phone_id);
}

std::vector<selection_row> all_selections(transaction& on)
{
    return read_selections(
        on.select<text, text, text>("SELECT account_id, desktop_id, phone_id FROM selections"));
}

std::vector<selection_row> selections_of(transaction& on, std::string_view account_id)
{
    return read_selections(on.select<text, text, text>(
        "SELECT account_id, desktop_id, phone_id FROM selections WHERE account_id = :account",
        account_id));
}

} // namespace thimble::service::store
