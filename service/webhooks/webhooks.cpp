#include "service/webhooks/webhooks.hpp"

#include "contract/store_failure.hpp"
#include "service/webhooks/webhook_rows.hpp"
#include "service/webhooks/webhook_signature.hpp"

#include <algorithm>

namespace thimble::service {

namespace asio = boost::asio;
using std::chrono::system_clock;

namespace {

/// Names are looked up by blocking calls, of which a few that hang must not stop all others.
constexpr std::size_t resolver_threads = 4;

failure unwritten_webhook()
{
    return {.code = "INTERNAL_ERROR",
            .message = "The change could not be written down; the service's log says why."};
}

failure unread_deliveries()
{
    return {.code = "INTERNAL_ERROR",
            .message = "The log of the webhook could not be read; the service's log says why."};
}

failure too_many_webhooks(std::size_t most)
{
    return {.code = "INVALID_ARGUMENT",
            .message = "The account has as many webhooks as it may; remove one first.",
            .context = {{"field", "url"}, {"reason", "too_many"}, {"maximum", most}}};
}

bool wants(const webhook& what, std::string_view type)
{
    return what.types.empty() || std::ranges::find(what.types, type) != what.types.end();
}

} // namespace

webhooks::webhooks(const webhook_dependencies& with)
    : home_(with.home), store_(with.store), key_(with.key), limits_(with.limits),
      shares_store_(with.shares_store), log_(with.log),
      within_{.private_addresses = with.private_addresses}, freed_(home_),
      tasks_(home_, [log = log_](const std::exception_ptr&) {
          log->error("sending events to a webhook failed");
      })
{
    for (std::size_t each = 0; each < resolver_threads; ++each)
        resolvers_.push_back(std::make_unique<async::worker>(home_));
    with.events.when_published([this](const std::string& account_id, const account_event& what) {
        publish(account_id, what);
    });
    if (shares_store_)
        tasks_.spawn(take_up_overdue());
}

kept_webhooks webhooks::read(store::transaction& on)
{
    return {.hooks = all_webhooks(on), .pending = pending_deliveries(on)};
}

void webhooks::restore(kept_webhooks left)
{
    for (auto& each : left.hooks) {
        auto hook = std::make_shared<live_webhook>();
        hook->what = std::move(each);
        hooks_.emplace(hook->what.id, std::move(hook));
    }
    if (shares_store_)
        return; // others may be at them
    for (auto& each : left.pending)
        if (const auto found = hooks_.find(each.webhook_id); found != hooks_.end())
            found->second->pending.push_back(std::move(each));
    for (const auto& [id, hook] : hooks_)
        start(hook);
}

asio::awaitable<bool> webhooks::reload()
{
    for (;;) {
        const auto before = changes_;
        const auto all = co_await store_.read(all_webhooks);
        if (!all)
            co_return false;
        if (before != changes_)
            continue;
        replace_by(*all);
        co_return true;
    }
}

void webhooks::replace_by(const std::vector<webhook>& all)
{
    auto gone = hooks_;
    std::erase_if(gone, [](const auto& each) { return !each.second->written; });
    for (const auto& each : all) {
        gone.erase(each.id);
        if (hooks_.contains(each.id))
            continue;
        auto hook = std::make_shared<live_webhook>();
        hook->what = each;
        hooks_.emplace(each.id, std::move(hook));
    }
    for (const auto& [id, hook] : gone)
        drop(hook);
}

asio::awaitable<result<webhooks::made_webhook>>
webhooks::add(std::string account_id, std::string url, std::vector<std::string> types)
{
    if (auto checked = check_webhook_url(url, within_); !checked)
        co_return std::unexpected(std::move(checked.error()));
    if (list(account_id).size() >= limits_.webhooks_of_account)
        co_return std::unexpected(too_many_webhooks(limits_.webhooks_of_account));
    auto hook = std::make_shared<live_webhook>();
    hook->what = {.id = random_uuid(),
                  .account_id = std::move(account_id),
                  .url = std::move(url),
                  .types = std::move(types),
                  .sealed = {},
                  .created_at = system_clock::now()};
    auto secret = new_webhook_secret();
    hook->what.sealed = key_->seal(secret, about_webhook(hook->what));
    hook->written = false;
    hooks_.emplace(hook->what.id, hook); // before it is written: another may ask at the same time
    const auto written = co_await store_.write_through(
        [row = hook->what](store::transaction& on) { insert_webhook(on, row); });
    if (!written) {
        hook->removed = true;
        hooks_.erase(hook->what.id);
        // A store that is late may write it all the same, with a secret that nobody has.
        store_.write_behind(
            [id = hook->what.id](store::transaction& on) { remove_webhook(on, id); });
        co_return std::unexpected(failure_of_write(written.error(), unwritten_webhook()));
    }
    hook->written = true;
    ++changes_;
    co_return made_webhook{.what = hook->what, .secret = std::move(secret)};
}

std::vector<webhook> webhooks::list(std::string_view account_id) const
{
    std::vector<webhook> out;
    for (const auto& [id, hook] : hooks_)
        if (hook->what.account_id == account_id)
            out.push_back(hook->what);
    std::ranges::sort(out, {}, &webhook::created_at);
    return out;
}

webhooks::live_ptr webhooks::find(std::string_view account_id, std::string_view id) const
{
    const auto found = hooks_.find(id);
    const bool mine = found != hooks_.end() && found->second->what.account_id == account_id;
    return mine ? found->second : nullptr;
}

asio::awaitable<result<bool>> webhooks::remove(std::string account_id, std::string id)
{
    const auto hook = find(account_id, id);
    if (hook == nullptr)
        co_return false;
    const auto removed =
        co_await store_.write_through([id](store::transaction& on) { remove_webhook(on, id); });
    if (!removed)
        co_return std::unexpected(failure_of_write(removed.error(), unwritten_webhook()));
    drop(hook);
    co_return true;
}

void webhooks::forget_where(const std::function<bool(const std::string& account_id)>& is_gone)
{
    std::vector<live_ptr> gone;
    for (const auto& [id, hook] : hooks_)
        if (is_gone(hook->what.account_id))
            gone.push_back(hook);
    for (const auto& hook : gone)
        drop(hook);
}

void webhooks::drop(const live_ptr& hook)
{
    ++changes_;
    hook->removed = true;
    hook->pending.clear();
    if (hook->woken)
        hook->woken->notify_all();
    hooks_.erase(hook->what.id);
}

asio::awaitable<result<std::optional<std::vector<webhook_delivery>>>>
webhooks::log(std::string account_id, std::string id, std::int64_t most)
{
    if (find(account_id, id) == nullptr)
        co_return std::nullopt;
    co_await store_.written();
    auto rows = co_await store_.read(
        [id, most](store::transaction& on) { return deliveries_of(on, id, most); });
    if (!rows)
        co_return std::unexpected(failure_of_store(rows.error(), unread_deliveries()));
    co_return std::optional(std::move(*rows));
}

void webhooks::publish(const std::string& account_id, const account_event& what)
{
    const auto now = system_clock::now();
    for (const auto& [id, hook] : hooks_) {
        if (hook->what.account_id != account_id || !wants(hook->what, what.type))
            continue;
        webhook_delivery made{.id = ids_.next(now),
                              .webhook_id = id,
                              .event_id = what.id,
                              .type = what.type,
                              .body = what.record(),
                              .created_at = now,
                              .due_at = now};
        store_.write_behind([made](store::transaction& on) { insert_delivery(on, made); });
        hook->pending.push_back(std::move(made));
        if (hook->pending.size() > limits_.pending) {
            auto oldest = std::move(hook->pending.front());
            hook->pending.erase(hook->pending.begin());
            oldest.error = "too many events wait";
            end(std::move(oldest), delivery_state::failed);
        }
        start(hook);
    }
}

asio::awaitable<void> webhooks::prune(webhook::time now)
{
    const auto before = now - limits_.age;
    co_await store_.write([before](store::transaction& on) { forget_deliveries(on, before); });
}

asio::awaitable<void> webhooks::close()
{
    tasks_.cancel();
    co_await tasks_.until_empty();
}

} // namespace thimble::service
