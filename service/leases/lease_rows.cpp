#include "service/leases/lease_rows.hpp"

#include "text/enum_words.hpp"

#include <utility>

namespace thimble::service {

namespace {

/// Of columns in the order of the members; a holder of a kind that is not known has none.
template <class Rows>
std::vector<lease_row> read_leases(Rows rows)
{
    std::vector<lease_row> out;
    for (auto& [phone_id, id, account_id, kind, holder_id, holder_name, created, expires] : rows)
        if (const auto known = parse_enum_word<actor_kind>(kind))
            out.push_back({.phone_id = std::move(phone_id),
                           .account_id = std::move(account_id),
                           .of = {.id = std::move(id),
                                  .holder = {.kind = *known,
                                             .id = std::move(holder_id),
                                             .name = std::move(holder_name)},
                                  .created_at = created,
                                  .expires_at = expires}});
    return out;
}

} // namespace

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

lease_row claim_lease(store::transaction& on, lease_row what, lease::clock::time_point now)
{
    auto before = find_lease(on, what.phone_id);
    if (before && now < before->of.expires_at) {
        if (!before->of.holder.is(what.of.holder))
            return std::move(*before);
        what.of.id = before->of.id;
        what.of.created_at = before->of.created_at;
    }
    keep_lease(on, what);
    return what;
}

void remove_lease_until(store::transaction& on,
                        std::string_view phone_id,
                        std::string_view lease_id,
                        lease::clock::time_point expired_at)
{
    on.execute("DELETE FROM leases WHERE phone_id = :phone AND id = :id AND expires_at <= :expired",
               phone_id, lease_id, expired_at);
}

std::optional<lease_row> find_lease(store::transaction& on, std::string_view phone_id)
{
    using text = std::string;
    using time = lease::clock::time_point;
    auto rows = read_leases(on.select<text, text, text, text, text, text, time, time>(
        "SELECT phone_id, id, account_id, holder_kind, holder_id, holder_name, created_at, "
        "expires_at FROM leases WHERE phone_id = :phone",
        phone_id));
    if (rows.empty())
        return std::nullopt;
    return std::move(rows.front());
}

std::vector<lease_row> all_leases(store::transaction& on)
{
    using text = std::string;
    using time = lease::clock::time_point;
    return read_leases(on.select<text, text, text, text, text, text, time, time>(
        "SELECT phone_id, id, account_id, holder_kind, holder_id, holder_name, created_at, "
        "expires_at FROM leases"));
}

} // namespace thimble::service
