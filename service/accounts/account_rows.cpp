#include "service/accounts/account_rows.hpp"

#include <tuple>

namespace thimble::service {

namespace {

using account_text = std::string;
using time = std::chrono::system_clock::time_point;
using row = std::tuple<account_text,
                       account_text,
                       account_text,
                       std::optional<std::int64_t>,
                       std::optional<account_text>,
                       time>;

constexpr std::string_view active = "active";
constexpr std::string_view none = "none";

std::string_view state_text(subscription state)
{
    return state == subscription::active ? active : none;
}

account_row to_account(row&& from)
{
    auto& [id, name, state, minutes, price, created_at] = from;
    return {.id = std::move(id),
            .name = std::move(name),
            .state = state == active ? subscription::active : subscription::none,
            .minutes = minutes,
            .overage_price = std::move(price),
            .created_at = created_at};
}

} // namespace

void insert_account(store::transaction& on, const account_row& what)
{
    on.execute("INSERT INTO accounts (id, name, subscription, minutes, overage_price, created_at) "
               "VALUES (:id, :name, :subscription, :minutes, :price, :created)",
               what.id, what.name, state_text(what.state), what.minutes, what.overage_price,
               what.created_at);
}

std::optional<account_row> find_account(store::transaction& on, std::string_view name)
{
    auto found = on.find<account_text, account_text, account_text, std::optional<std::int64_t>,
                         std::optional<account_text>, time>(
        "SELECT id, name, subscription, minutes, overage_price, created_at FROM accounts "
        "WHERE name = :name",
        name);
    return found ? std::optional(to_account(std::move(*found))) : std::nullopt;
}

std::vector<account_row> all_accounts(store::transaction& on)
{
    std::vector<account_row> out;
    for (auto& each : on.select<account_text, account_text, account_text,
                                std::optional<std::int64_t>, std::optional<account_text>, time>(
             "SELECT id, name, subscription, minutes, overage_price, created_at FROM accounts "
             "ORDER BY created_at, id"))
        out.push_back(to_account(std::move(each)));
    return out;
}

void update_subscription(store::transaction& on, const account_row& what)
{
    on.execute("UPDATE accounts SET subscription = :state, minutes = :minutes, "
               "overage_price = :price WHERE id = :id",
               state_text(what.state), what.minutes, what.overage_price, what.id);
}

std::optional<account_password> find_password(store::transaction& on, std::string_view name)
{
    const auto found = on.find<account_text, account_text>(
        "SELECT id, password_hash FROM accounts WHERE name = :name AND password_hash IS NOT NULL",
        name);
    if (!found)
        return std::nullopt;
    return account_password{.account_id = std::get<0>(*found), .hash = std::get<1>(*found)};
}

bool has_password(store::transaction& on, std::string_view id, std::string_view hash)
{
    return on
        .find<account_text>("SELECT id FROM accounts WHERE id = :id AND password_hash = :hash", id,
                            hash)
        .has_value();
}

void update_password(store::transaction& on, std::string_view id, std::string_view hash)
{
    on.execute("UPDATE accounts SET password_hash = :hash WHERE id = :id", hash, id);
}

} // namespace thimble::service
