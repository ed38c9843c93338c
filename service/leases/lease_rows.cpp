#include "service/leases/lease_rows.hpp"

#include "text/enum_words.hpp"

namespace thimble::service {

void keep_lease(store::transaction& on, const lease_row& what)
{
    on.execute("INSERT INTO leases (phone_id, id, account_id, holder_kind, holder_id, holder_name, "
               "created_at, expires_at) VALUES (:phone, :id, :account, :kind, :holder, :name, "
               ":created, :expires) ON CONFLICT (phone_id) DO UPDATE SET id = excluded.id, "
               "account_id = excluded.account_id, holder_kind = excluded.holder_kind, "
               "holder_id = excluded.holder_id, holder_name = excluded.holder_name, "
               "created_at = excluded.created_at, expires_at = excluded.expires_at",
               what.phone_id, what.of.id, what.account_id, enum_word(what.of.holder.kind),
               what.of.holder.id, what.of.holder.name, what.of.created_at, what.of.expires_at);
}

void remove_lease(store::transaction& on, std::string_view phone_id, std::string_view lease_id)
{
    on.execute("DELETE FROM leases WHERE phone_id = :phone AND id = :id", phone_id, lease_id);
}

std::vector<lease_row> all_leases(store::transaction& on)
{
    using text = std::string;
    using time = lease::clock::time_point;
    std::vector<lease_row> out;
    for (auto& [phone_id, id, account_id, kind, holder_id, name, created, expires] :
         on.select<text, text, text, text, text, text, time, time>(
             "SELECT phone_id, id, account_id, holder_kind, holder_id, holder_name, created_at, "
             "expires_at FROM leases"))
        if (const auto known = parse_enum_word<actor_kind>(kind))
            out.push_back({.phone_id = std::move(phone_id),
                           .account_id = std::move(account_id),
                           .of = {.id = std::move(id),
                                  .holder = {.kind = *known,
                                             .id = std::move(holder_id),
                                             .name = std::move(name)},
                                  .created_at = created,
                                  .expires_at = expires}});
    return out;
}

} // namespace thimble::service
