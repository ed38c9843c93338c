#include "service/audit/audit_rows.hpp"

#include "text/enum_words.hpp"

#include <cstdint>

namespace thimble::service {

namespace {

using word = std::string;
using moment = audit_entry::clock::time_point;

template <class... Arguments>
std::vector<audit_entry>
select_entries(store::transaction& on, std::string_view statement, const Arguments&... arguments)
{
    std::vector<audit_entry> out;
    for (auto& [id, account_id, at, kind, actor_id, actor_name, address, action, phone_id, target,
                status, outcome, error, request_id] :
         on.select<word, word, moment, word, word, word, word, word, word, word,
                   std::optional<std::int64_t>, word, word, word>(statement, arguments...))
        out.push_back(
            {.id = std::move(id),
             .at = at,
             .account_id = std::move(account_id),
             .who = {.kind = parse_enum_word<actor_kind>(kind).value_or(actor_kind::account),
                     .id = std::move(actor_id),
                     .name = std::move(actor_name)},
             .address = std::move(address),
             .action = std::move(action),
             .phone_id = std::move(phone_id),
             .target = std::move(target),
             .status = status ? std::optional(static_cast<unsigned>(*status)) : std::nullopt,
             .outcome = std::move(outcome),
             .error = std::move(error),
             .request_id = std::move(request_id)});
    return out;
}

} // namespace

void insert_audit_entry(store::transaction& on, const audit_entry& what)
{
    on.execute("INSERT INTO audit (id, account_id, at, actor_kind, actor_id, actor_name, address, "
               "action, phone_id, target, status, outcome, error, request_id) VALUES (:id, "
               ":account, :at, :kind, :actor, :name, :address, :action, :phone, :target, :status, "
               ":outcome, :error, :request) ON CONFLICT (id) DO NOTHING",
               what.id, what.account_id, what.at, enum_word(what.who.kind), what.who.id,
               what.who.name, what.address, what.action, what.phone_id, what.target, what.status,
               what.outcome, what.error, what.request_id);
}

std::vector<audit_entry> newest_audit_entries(store::transaction& on, const audit_filter& wanted)
{
    // Each condition also holds where nothing is asked for, so that there is one statement.
    constexpr std::string_view after_all_ids = "z"; // in any collation
    return select_entries(
        on,
        "SELECT id, account_id, at, actor_kind, actor_id, actor_name, address, action, phone_id, "
        "target, status, outcome, error, request_id FROM audit WHERE account_id = :account "
        "AND id < :before AND (:any_phone = 1 OR phone_id = :phone) "
        "AND (:any_actor = 1 OR actor_id = :actor) ORDER BY id DESC LIMIT :most",
        wanted.account_id, wanted.before.value_or(word(after_all_ids)),
        !wanted.phone_id.has_value(), wanted.phone_id.value_or(""), !wanted.actor_id.has_value(),
        wanted.actor_id.value_or(""), wanted.limit);
}

std::vector<audit_entry> audit_entries_after(store::transaction& on,
                                             std::string_view account_id,
                                             std::string_view after,
                                             std::size_t limit)
{
    return select_entries(
        on,
        "SELECT id, account_id, at, actor_kind, actor_id, actor_name, address, action, phone_id, "
        "target, status, outcome, error, request_id FROM audit WHERE account_id = :account "
        "AND id > :after ORDER BY id LIMIT :most",
        account_id, after, limit);
}

std::map<std::string, std::size_t> audit_entries_of_accounts(store::transaction& on)
{
    std::map<std::string, std::size_t> out;
    for (auto& [account_id, count] :
         on.select<word, std::size_t>("SELECT account_id, count(*) FROM audit GROUP BY account_id"))
        out.emplace(std::move(account_id), count);
    return out;
}

std::size_t forget_audit_entries(store::transaction& on,
                                 std::string_view account_id,
                                 std::string_view bound,
                                 std::size_t most)
{
    return on.execute("DELETE FROM audit WHERE id IN (SELECT id FROM audit "
                      "WHERE account_id = :account AND id < :bound ORDER BY id LIMIT :most)",
                      account_id, bound, most);
}

} // namespace thimble::service
