#include "service/sessions/ledger_rows.hpp"

#include "text/money.hpp"

namespace thimble::service::sessions {

namespace {

/// As good as no limit, and far from where sums of milliseconds would overflow.
constexpr std::int64_t unlimited_minutes = 100'000'000;

std::chrono::milliseconds used_in(store::transaction& on, const std::string& account_id, month in)
{
    const auto [sum] = *on.find<std::optional<std::int64_t>>(
        "SELECT sum(until_at - from_at) FROM ledger WHERE account_id = :account AND month = :month",
        account_id, to_string(in));
    return std::chrono::milliseconds(sum.value_or(0));
}

bool is_billed(store::transaction& on, const std::string& session_id)
{
    return on
        .find<std::string>("SELECT session_id FROM ledger WHERE session_id = :session LIMIT 1",
                           session_id)
        .has_value();
}

} // namespace

void insert_entry(store::transaction& on, const entry& what)
{
    on.execute("INSERT INTO ledger (account_id, session_id, month, kind, from_at, until_at, price, "
               "amount) VALUES (:account, :session, :month, :kind, :from_at, :until_at, :price, "
               ":amount)",
               what.account_id, what.session_id, to_string(what.in), to_string(what.kind),
               what.from, what.until, what.price, what.amount);
}

void add_model_cost(store::transaction& on,
                    std::string_view account_id,
                    month in,
                    std::int64_t amount)
{
    on.execute("INSERT INTO ledger (account_id, session_id, month, kind, amount) "
               "VALUES (:account, :session, :month, :kind, :amount) "
               "ON CONFLICT (session_id, month, kind) DO UPDATE SET "
               "amount = ledger.amount + excluded.amount",
               account_id, account_id, to_string(in), to_string(entry_kind::model), amount);
}

std::vector<entry> entries_of_month(store::transaction& on, std::string_view account_id, month in)
{
    std::vector<entry> out;
    for (auto& [session, kind, from, until, price, amount] :
         on.select<std::string, std::string, std::optional<moment>, std::optional<moment>,
                   std::optional<std::int64_t>, std::int64_t>(
             "SELECT session_id, kind, from_at, until_at, price, amount FROM ledger "
             "WHERE account_id = :account AND month = :month "
             "ORDER BY CASE WHEN from_at IS NULL THEN 1 ELSE 0 END, from_at, session_id, kind",
             account_id, to_string(in)))
        out.push_back({.account_id = std::string(account_id),
                       .session_id = std::move(session),
                       .in = in,
                       .kind = parse_entry_kind(kind).value_or(entry_kind::included),
                       .from = from,
                       .until = until,
                       .price = price,
                       .amount = amount});
    return out;
}

plan plan_of(store::transaction& on, std::string_view account_id)
{
    const auto found = on.find<std::optional<std::int64_t>, std::optional<std::string>>(
        "SELECT minutes, overage_price FROM accounts WHERE id = :id", account_id);
    if (!found)
        return {};
    const auto& [minutes, price] = *found;
    return {.minutes = minutes && *minutes < unlimited_minutes ? minutes : std::nullopt,
            .overage_price = price ? parse_price(*price) : std::nullopt};
}

void bill(store::transaction& on, const facts& what)
{
    if (!what.completed_at || is_billed(on, what.id))
        return;
    const auto used = [&](month in) { return used_in(on, what.account_id, in); };
    for (const auto& each :
         entries_of(consumption_of(what, *what.completed_at), plan_of(on, what.account_id), used))
        insert_entry(on, each);
}

} // namespace thimble::service::sessions
