#include "service/secrets/secret_rows.hpp"

#include <ranges>
#include <tuple>
#include <utility>

namespace thimble::service {

namespace {

using secret_text = std::string;
using columns = std::tuple<secret_text, secret_text, secret_text, secret_row::time, secret_text>;

constexpr char between_apps = ','; // of which no bundle id has one

std::string joined_apps(const std::vector<std::string>& apps)
{
    std::string out;
    for (const auto& each : apps) {
        if (!out.empty())
            out += between_apps;
        out += each;
    }
    return out;
}

std::vector<std::string> split_apps(std::string_view text)
{
    std::vector<std::string> out;
    for (const auto each : std::views::split(text, between_apps))
        if (!each.empty())
            out.emplace_back(std::string_view(each));
    return out;
}

std::vector<secret_row> to_secrets(std::vector<columns> rows)
{
    std::vector<secret_row> out;
    for (auto& [account_id, name, sealed, made_at, apps] : rows)
        out.push_back({.account_id = std::move(account_id),
                       .name = std::move(name),
                       .sealed = std::move(sealed),
                       .made_at = made_at,
                       .apps = split_apps(apps)});
    return out;
}

} // namespace

void put_secret(store::transaction& on, const secret_row& what)
{
    on.execute("INSERT INTO secrets (account_id, name, sealed, made_at, apps) "
               "VALUES (:account, :name, :sealed, :made, :apps) ON CONFLICT (account_id, name) "
               "DO UPDATE SET sealed = excluded.sealed, made_at = excluded.made_at, "
               "apps = excluded.apps",
               what.account_id, what.name, what.sealed, what.made_at, joined_apps(what.apps));
}

bool remove_secret(store::transaction& on, std::string_view account_id, std::string_view name)
{
    return on.execute("DELETE FROM secrets WHERE account_id = :account AND name = :name",
                      account_id, name) > 0;
}

std::optional<std::vector<std::string>>
apps_of_secret(store::transaction& on, std::string_view account_id, std::string_view name)
{
    const auto found = on.find<secret_text>(
        "SELECT apps FROM secrets WHERE account_id = :account AND name = :name", account_id, name);
    return found ? std::optional(split_apps(std::get<0>(*found))) : std::nullopt;
}

std::int64_t count_secrets(store::transaction& on, std::string_view account_id)
{
    const auto found = on.find<std::int64_t>(
        "SELECT count(*) FROM secrets WHERE account_id = :account", account_id);
    return found ? std::get<0>(*found) : 0;
}

std::vector<secret_row> secrets_of(store::transaction& on, std::string_view account_id)
{
    return to_secrets(on.select<secret_text, secret_text, secret_text, secret_row::time,
                                secret_text>(
        "SELECT account_id, name, sealed, made_at, apps FROM secrets WHERE account_id = :account "
        "ORDER BY name",
        account_id));
}

std::vector<secret_row> all_secrets(store::transaction& on)
{
    return to_secrets(on.select<secret_text, secret_text, secret_text, secret_row::time,
                                secret_text>(
        "SELECT account_id, name, sealed, made_at, apps FROM secrets ORDER BY account_id, name"));
}

std::string about_secret(std::string_view account_id, std::string_view name)
{
    return std::string(account_id) + ' ' + std::string(name); // neither has a space in it
}

} // namespace thimble::service
