#include "service/audit/audit_retention.hpp"

#include "service/accounts/fair_share.hpp"
#include "service/audit/audit_rows.hpp"
#include "text/uuid.hpp"

#include <algorithm>
#include <ranges>
#include <string>

namespace thimble::service {

namespace asio = boost::asio;

namespace {

/// Rows that are deleted in one transaction, so that no other write waits long.
constexpr std::size_t portion = 500;

constexpr std::string_view beyond_all_ids = "z"; // in any collation

/// Deletes up to `most` of the account's oldest below `bound`. Their number.
asio::awaitable<std::size_t>
forget_oldest(store::database& store, std::string account_id, std::string bound, std::size_t most)
{
    std::size_t gone = 0;
    while (gone < most) {
        const auto now = std::min(portion, most - gone);
        const auto forgotten =
            co_await store.write([account_id, bound, now](store::transaction& on) {
                return forget_audit_entries(on, account_id, bound, now);
            });
        gone += forgotten.value_or(0);
        if (forgotten.value_or(0) < now)
            break;
    }
    co_return gone;
}

} // namespace

asio::awaitable<void> forget_old_audit_entries(store::database& store,
                                               audit_retention granted,
                                               audit_entry::clock::time_point now)
{
    auto counted = co_await store.read(audit_entries_of_accounts);
    if (!counted)
        co_return;
    for (auto& [account_id, count] : *counted)
        count -= std::min(count, co_await forget_oldest(store, account_id,
                                                        ordered_uuids::first_of(now - granted.age),
                                                        count));
    const auto counts = std::views::values(*counted);
    const auto share = fair_share({counts.begin(), counts.end()}, granted.entries);
    for (const auto& [account_id, count] : *counted)
        if (count > share)
            co_await forget_oldest(store, account_id, std::string(beyond_all_ids), count - share);
}

} // namespace thimble::service
