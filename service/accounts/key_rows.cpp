#include "service/accounts/key_rows.hpp"

#include <tuple>
#include <utility>

namespace thimble::service {

using key_text = std::string;
using time = key_row::time;

namespace {

/// Scopes that nobody knows give none.
key_row to_key(key_text id,
               key_text account_id,
               key_text name,
               key_text hash,
               key_text prefix,
               std::optional<key_text> made_by,
               time created_at,
               std::optional<time> last_used_at,
               const key_text& scope_names,
               const std::optional<key_text>& phones)
{
    return {.id = std::move(id),
            .account_id = std::move(account_id),
            .name = std::move(name),
            .hash = std::move(hash),
            .prefix = std::move(prefix),
            .made_by = std::move(made_by),
            .created_at = created_at,
            .last_used_at = last_used_at,
            .rights = {.scopes = parse_scopes(scope_names).value_or(scope_set()),
                       .phones = parse_phones(phones)}};
}

} // namespace

void insert_key(store::transaction& on, const key_row& what)
{
    on.execute("INSERT INTO api_keys (id, account_id, name, hash, prefix, made_by, created_at, "
               "scopes, phones) VALUES (:id, :account, :name, :hash, :prefix, :made_by, :created, "
               ":scopes, :phones)",
               what.id, what.account_id, what.name, what.hash, what.prefix, what.made_by,
               what.created_at, to_text(what.rights.scopes), phones_text(what.rights));
}

std::vector<key_row> all_keys(store::transaction& on)
{
    std::vector<key_row> out;
    for (auto& row :
         on.select<key_text, key_text, key_text, key_text, key_text, std::optional<key_text>, time,
                   std::optional<time>, key_text, std::optional<key_text>>(
             "SELECT id, account_id, name, hash, prefix, made_by, created_at, last_used_at, "
             "scopes, phones FROM api_keys ORDER BY created_at, id"))
        out.push_back(std::apply(to_key, std::move(row)));
    return out;
}

bool has_key(store::transaction& on, const std::string& id)
{
    return on.find<key_text>("SELECT id FROM api_keys WHERE id = :id", id).has_value();
}

std::size_t count_keys(store::transaction& on, const std::string& account_id)
{
    return std::get<0>(*on.find<std::size_t>(
        "SELECT count(*) FROM api_keys WHERE account_id = :account", account_id));
}

std::size_t remove_key(store::transaction& on, const std::string& id)
{
    return on.execute("WITH RECURSIVE going (id) AS (SELECT id FROM api_keys WHERE id = :id UNION "
                      "SELECT made.id FROM api_keys AS made JOIN going ON made.made_by = going.id) "
                      "DELETE FROM api_keys WHERE id IN (SELECT id FROM going)",
                      id);
}

void update_last_use(store::transaction& on, std::string_view id, key_row::time when)
{
    on.execute("UPDATE api_keys SET last_used_at = :used WHERE id = :id", when, id);
}

} // namespace thimble::service
