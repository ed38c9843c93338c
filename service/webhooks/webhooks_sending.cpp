// Attempts to deliver: when each is due, and what becomes of it.
#include "async/deadline.hpp"
#include "http/client/trust.hpp"
#include "service/webhooks/webhook_rows.hpp"
#include "service/webhooks/webhooks.hpp"

#include <algorithm>
#include <functional>

namespace thimble::service {

namespace asio = boost::asio;
using std::chrono::system_clock;

namespace {

/// The time until the next attempt of a delivery with so many behind it; nothing after the last.
std::optional<std::chrono::milliseconds> pause_after(int attempts, const webhook_limits& limits)
{
    const auto index = static_cast<std::size_t>(attempts - 1);
    return index < limits.back_off.size() ? std::optional(limits.back_off[index]) : std::nullopt;
}

/// Counts as long as it lives.
class sending_count {
public:
    sending_count(std::size_t& count, async::signal& freed) : count_(count), freed_(freed)
    {
        ++count_;
    }
    sending_count(const sending_count&) = delete;
    sending_count& operator=(const sending_count&) = delete;
    ~sending_count()
    {
        --count_;
        freed_.notify_all();
    }

private:
    std::size_t& count_;
    async::signal& freed_;
};

} // namespace

void webhooks::start(const live_ptr& hook)
{
    if (hook->woken)
        hook->woken->notify_all();
    if (hook->at_work || hook->pending.empty())
        return;
    hook->at_work = true;
    tasks_.spawn(conduct(hook));
}

/// As long as there is something to deliver.
asio::awaitable<void> webhooks::conduct(live_ptr hook)
{
    while (!hook->pending.empty()) {
        const auto next = std::ranges::min_element(hook->pending, {}, &webhook_delivery::due_at);
        const auto wait = next->due_at - system_clock::now();
        if (wait > wait.zero()) {
            hook->woken.emplace(home_, std::chrono::steady_clock::now() + wait);
            co_await hook->woken->wait();
            hook->woken.reset();
            continue;
        }
        if (sending_ >= limits_.at_once) {
            co_await freed_.wait();
            continue;
        }
        auto one = std::move(*next);
        hook->pending.erase(next);
        co_await attempt(hook, std::move(one));
    }
    hook->at_work = false;
}

asio::awaitable<void> webhooks::attempt(live_ptr hook, webhook_delivery what)
{
    if (shares_store_ && !co_await claim(what))
        co_return;
    attempt_outcome how{.error = "it did not answer in time"};
    {
        const sending_count counted(sending_, freed_);
        if (auto sent = co_await async::with_timeout(limits_.attempt_time, send(hook, what)))
            how = std::move(*sent);
    }
    note(*hook, std::move(what), how);
}

/// Reading the authorities takes a while, and most services have no webhooks.
asio::awaitable<void> webhooks::load_trust(async::worker& on)
{
    if (trust_ != nullptr)
        co_return;
    auto loaded = co_await on.run([] { return http::load_trust(std::nullopt); });
    if (!loaded)
        log_->error("webhooks: {}", loaded.error());
    if (loaded && trust_ == nullptr) { // else another attempt has loaded them meanwhile
        trust_ = std::move(*loaded);
        within_.trust = trust_.get();
    }
}

asio::awaitable<attempt_outcome> webhooks::send(live_ptr hook, webhook_delivery what)
{
    const auto secret = key_->open(hook->what.sealed, about_webhook(hook->what));
    if (!secret) {
        log_->error("the secret of webhook {} is damaged, or was written with another master key: "
                    "make another webhook",
                    hook->what.id);
        co_return attempt_outcome{.error = "its secret cannot be read"};
    }
    auto& resolver = *resolvers_[std::hash<std::string>()(hook->what.id) % resolvers_.size()];
    if (is_encrypted(hook->what.url))
        co_await load_trust(resolver);
    try {
        co_return co_await send_webhook({.url = hook->what.url,
                                         .id = what.event_id,
                                         .secret = std::string(secret->view()),
                                         .body = what.body},
                                        within_, resolver);
    } catch (const boost::system::system_error& why) {
        if (why.code() == asio::error::operation_aborted)
            throw;
    } catch (const std::exception& why) {
        log_->error("webhook {}: {}", hook->what.id, why.what());
    }
    co_return attempt_outcome{.error = "it cannot be reached"};
}

void webhooks::note(live_webhook& hook, webhook_delivery what, const attempt_outcome& how)
{
    if (hook.removed)
        return;
    ++what.attempts;
    what.response_status = how.status;
    what.error = how.error;
    if (how.error.empty())
        return end(std::move(what), delivery_state::delivered);
    const auto pause = pause_after(what.attempts, limits_);
    if (!pause) {
        log_->warn("webhook {}: an event could not be delivered: {}", hook.what.id, how.error);
        return end(std::move(what), delivery_state::failed);
    }
    what.due_at = system_clock::now() + *pause;
    store_.write_behind([what](store::transaction& on) { update_delivery(on, what); });
    hook.pending.push_back(std::move(what));
}

void webhooks::end(webhook_delivery what, delivery_state how)
{
    what.state = how;
    what.body.clear();
    what.ended_at = system_clock::now();
    store_.write_behind(
        [what = std::move(what)](store::transaction& on) { update_delivery(on, what); });
}

} // namespace thimble::service
