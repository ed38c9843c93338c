#include "service/oauth/grant.hpp"

#include <utility>

namespace thimble::service::oauth {

namespace {

using text = std::string;
using optional_text = std::optional<std::string>;
using time = grant::time;

} // namespace

void insert_grant(store::transaction& on, const grant& what)
{
    on.execute("INSERT INTO oauth_grants (id, account_id, approved_by, client_id, client_name, "
               "audience, scopes, phones, access_hash, access_ends_at, family_hash, refresh_hash, "
               "refresh_ends_at, created_at, ends_at) VALUES (:id, :account, :by, :client, :name, "
               ":audience, :scopes, :phones, :access, :access_ends, :family, :refresh, "
               ":refresh_ends, :created, :ends)",
               what.id, what.account_id, what.approved_by, what.client_id, what.client_name,
               what.audience, to_text(what.rights.scopes), phones_text(what.rights),
               what.access_hash, what.access_ends_at, what.family_hash, what.refresh_hash,
               what.refresh_ends_at, what.created_at, what.ends_at);
}

void update_tokens(store::transaction& on, const grant& what)
{
    on.execute("UPDATE oauth_grants SET access_hash = :access, access_ends_at = :access_ends, "
               "refresh_hash = :refresh, refresh_ends_at = :refresh_ends WHERE id = :id",
               what.access_hash, what.access_ends_at, what.refresh_hash, what.refresh_ends_at,
               what.id);
}

void update_last_use_of_grant(store::transaction& on, std::string_view id, time when)
{
    on.execute("UPDATE oauth_grants SET last_used_at = :used WHERE id = :id", when, id);
}

void remove_grant(store::transaction& on, std::string_view id)
{
    on.execute("DELETE FROM oauth_grants WHERE id = :id", id);
}

std::vector<grant> all_grants(store::transaction& on)
{
    std::vector<grant> out;
    for (auto& row : on.select<text, text, optional_text, text, text, text, text, optional_text,
                               text, time, text, text, time, time, time, std::optional<time>>(
             "SELECT id, account_id, approved_by, client_id, client_name, audience, scopes, "
             "phones, "
             "access_hash, access_ends_at, family_hash, refresh_hash, refresh_ends_at, created_at, "
             "ends_at, last_used_at FROM oauth_grants ORDER BY created_at, id")) {
        auto& [id, account, by, client, name, audience, scopes, phones, access, access_ends, family,
               refresh, refresh_ends, created, ends, used] = row;
        out.push_back({.id = std::move(id),
                       .account_id = std::move(account),
                       .approved_by = std::move(by),
                       .client_id = std::move(client),
                       .client_name = std::move(name),
                       .audience = std::move(audience),
                       .rights = {.scopes = parse_scopes(scopes).value_or(scope_set()),
                                  .phones = parse_phones(phones)},
                       .access_hash = std::move(access),
                       .access_ends_at = access_ends,
                       .family_hash = std::move(family),
                       .refresh_hash = std::move(refresh),
                       .refresh_ends_at = refresh_ends,
                       .created_at = created,
                       .ends_at = ends,
                       .last_used_at = used});
    }
    return out;
}

} // namespace thimble::service::oauth
