#include "service/jobs/job_retention.hpp"

#include "service/accounts/fair_share.hpp"
#include "service/jobs/job_rows.hpp"
#include "text/uuid.hpp"

#include <algorithm>
#include <map>
#include <ranges>
#include <string>

namespace thimble::service {

namespace asio = boost::asio;

namespace {

/// Rows that are deleted in one transaction, so that no other write waits long.
constexpr std::size_t portion = 500;

/// Deletes up to `most` of the account's oldest jobs, made before `bound`. Their number.
asio::awaitable<std::size_t> forget_oldest(store::database& store,
                                           std::string account_id,
                                           job::clock::time_point bound,
                                           std::size_t most)
{
    const auto before = ordered_uuids::first_of(bound);
    std::size_t gone = 0;
    while (gone < most) {
        const auto now = std::min(portion, most - gone);
        const auto forgotten =
            co_await store.write([account_id, before, now](store::transaction& on) {
                return store::forget_jobs(on, account_id, before, now);
            });
        gone += forgotten.value_or(0);
        if (forgotten.value_or(0) < now)
            break;
    }
    co_return gone;
}

} // namespace

asio::awaitable<void>
forget_old_jobs(store::database& store, job_retention granted, job::clock::time_point now)
{
    auto counted = co_await store.read(store::jobs_of_accounts);
    if (!counted)
        co_return;
    for (auto& [account_id, count] : *counted)
        count -=
            std::min(count, co_await forget_oldest(store, account_id, now - granted.age, count));
    const auto counts = std::views::values(*counted);
    const auto share = fair_share({counts.begin(), counts.end()}, granted.jobs);
    for (const auto& [account_id, count] : *counted)
        if (count > share)
            co_await forget_oldest(store, account_id, now, count - share);
}

} // namespace thimble::service
