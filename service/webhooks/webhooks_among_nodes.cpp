// Deliveries among the nodes of a service: one node makes an attempt, and those of a node that has
// died are taken up.
#include "async/sleep.hpp"
#include "service/webhooks/webhook_rows.hpp"
#include "service/webhooks/webhooks.hpp"

#include <algorithm>
#include <string>
#include <utility>

namespace thimble::service {

namespace asio = boost::asio;
using std::chrono::system_clock;

namespace {

constexpr std::chrono::milliseconds pause_after_failed_claim{1'000};
constexpr std::int64_t most_taken_up = 1'000; // at a time

} // namespace

/// Nobody else tries it until the attempt must be over. One whose claim may have been written
/// although the store has said no is left: it is overdue soon.
asio::awaitable<bool> webhooks::claim(webhook_delivery& what)
{
    const auto until = system_clock::now() + limits_.attempt_time + limits_.overdue_time;
    for (;;) {
        const auto claimed = co_await store_.write(
            [what, until](store::transaction& on) { return claim_delivery(on, what, until); });
        if (claimed) {
            what.due_at = until;
            co_return *claimed;
        }
        co_await async::sleep_for(pause_after_failed_claim);
    }
}

asio::awaitable<void> webhooks::take_up_overdue()
{
    std::string after; // it goes on there: those of one that takes no more hide nobody's
    for (;;) {
        co_await async::sleep_for(limits_.overdue_interval);
        const auto before = system_clock::now() - limits_.overdue_time;
        auto found = co_await store_.read([before, after](store::transaction& on) {
            return overdue_deliveries(on, before, after, most_taken_up);
        });
        if (!found)
            continue;
        after = std::cmp_equal(found->size(), most_taken_up) ? found->back().id : std::string();
        take_up(std::move(*found));
    }
}

/// Every node sees them; the claims decide.
void webhooks::take_up(std::vector<webhook_delivery> overdue)
{
    for (auto& each : overdue) {
        const auto found = hooks_.find(each.webhook_id);
        if (found == hooks_.end())
            continue;
        const auto& hook = found->second;
        const bool known =
            std::ranges::find(hook->pending, each.id, &webhook_delivery::id) != hook->pending.end();
        if (known || hook->pending.size() >= limits_.pending)
            continue;
        hook->pending.push_back(std::move(each));
        start(hook);
    }
}

} // namespace thimble::service
