// Webhooks of every account: events sent to addresses that accounts name, again until they arrive.
#pragma once

#include "async/signal.hpp"
#include "async/task_group.hpp"
#include "async/worker.hpp"
#include "contract/failure.hpp"
#include "service/events/account_events.hpp"
#include "service/secrets/master_key.hpp"
#include "service/webhooks/webhook.hpp"
#include "service/webhooks/webhook_request.hpp"
#include "store/database.hpp"
#include "store/database_file.hpp"
#include "text/uuid.hpp"

#include <boost/asio/awaitable.hpp>
#include <boost/asio/ssl/context.hpp>
#include <spdlog/logger.h>

#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace thimble::service {

struct webhook_limits {
    std::size_t webhooks_of_account = 20;
    std::size_t pending = 1'000; // of a webhook; the oldest fails then
    std::size_t at_once = 64;    // attempts, of all webhooks together
    std::chrono::milliseconds attempt_time{10'000};
    std::chrono::milliseconds overdue_time{30'000}; // then another node takes a delivery up
    std::chrono::milliseconds overdue_interval{10'000};
    std::chrono::hours age{72}; // of an entry of the log that has ended

    /// Between an attempt and the next one; after the last there is none.
    std::vector<std::chrono::milliseconds> back_off{
        std::chrono::seconds(5),  std::chrono::seconds(30), std::chrono::minutes(2),
        std::chrono::minutes(10), std::chrono::hours(1),    std::chrono::hours(6),
        std::chrono::hours(12)};
};

/// The store and the events outlive whoever has them.
struct webhook_dependencies {
    boost::asio::any_io_executor home;
    store::database& store;
    master_key_ptr key;
    account_events& events;
    webhook_limits limits = {};
    bool private_addresses = false; // are reached as well, and this machine
    bool shares_store = false;      // with other nodes of the service, which deliver as well
    std::shared_ptr<spdlog::logger> log;
};

struct kept_webhooks {
    std::vector<webhook> hooks;
    std::vector<webhook_delivery> pending;
};

/// Home thread. Deliveries are written down before they are tried, and go on after a restart: an
/// event arrives at least once, or its delivery says why not. One attempt of a webhook at a time;
/// what is tried again comes after newer events. Secrets lie sealed in the store.
///
/// Among the nodes of a service each delivers the events that happen there. An attempt begins with
/// a claim in the store; what is overdue belongs to a node that has died, or cannot keep up, and
/// goes to whichever claims it first.
class webhooks {
public:
    explicit webhooks(const webhook_dependencies& with);

    static kept_webhooks read(store::transaction& on);

    /// Takes over what a former run has left; before anything else.
    void restore(kept_webhooks left);

    /// Takes over the webhooks that other nodes of the service have added or removed; what they
    /// deliver is theirs. False when the store fails.
    boost::asio::awaitable<bool> reload();

    struct made_webhook {
        webhook what;
        std::string secret; // which is told this once
    };

    boost::asio::awaitable<result<made_webhook>>
    add(std::string account_id, std::string url, std::vector<std::string> types);

    std::vector<webhook> list(std::string_view account_id) const;

    /// False where the account has no such webhook. Its log goes with it.
    boost::asio::awaitable<result<bool>> remove(std::string account_id, std::string id);

    /// Nothing more is sent for accounts that are gone; the store has forgotten their webhooks
    /// already.
    void forget_where(const std::function<bool(const std::string& account_id)>& is_gone);

    /// The newest first; nothing where the account has no such webhook.
    boost::asio::awaitable<result<std::optional<std::vector<webhook_delivery>>>>
    log(std::string account_id, std::string id, std::int64_t most);

    boost::asio::awaitable<void> prune(webhook::time now);

    /// Ends the attempts under way, which the next run makes again.
    boost::asio::awaitable<void> close();

private:
    struct live_webhook {
        webhook what;
        std::vector<webhook_delivery> pending;
        std::optional<async::signal> woken; // of whoever waits until a delivery is due
        bool at_work = false;
        bool removed = false;
        bool written = true; // false while it is being added
    };
    using live_ptr = std::shared_ptr<live_webhook>;

    void publish(const std::string& account_id, const account_event& what);
    void start(const live_ptr& hook);
    boost::asio::awaitable<void> conduct(live_ptr hook);
    boost::asio::awaitable<void> attempt(live_ptr hook, webhook_delivery what);
    boost::asio::awaitable<bool> claim(webhook_delivery& what);
    boost::asio::awaitable<void> take_up_overdue();
    void take_up(std::vector<webhook_delivery> overdue);
    boost::asio::awaitable<attempt_outcome> send(live_ptr hook, webhook_delivery what);
    boost::asio::awaitable<void> load_trust(async::worker& on);
    void note(live_webhook& hook, webhook_delivery what, const attempt_outcome& how);
    void end(webhook_delivery what, delivery_state how);
    live_ptr find(std::string_view account_id, std::string_view id) const;
    void drop(const live_ptr& hook);
    void replace_by(const std::vector<webhook>& all);

    boost::asio::any_io_executor home_;
    store::database& store_;
    master_key_ptr key_;
    webhook_limits limits_;
    bool shares_store_;
    std::shared_ptr<spdlog::logger> log_;
    std::unique_ptr<boost::asio::ssl::context> trust_; // nullptr: not loaded yet
    webhook_reach within_;
    ordered_uuids ids_;
    std::map<std::string, live_ptr, std::less<>> hooks_; // by id
    std::uint64_t changes_ = 0;                          // what was read before one is out of date
    std::vector<std::unique_ptr<async::worker>> resolvers_;
    std::size_t sending_ = 0;
    async::signal freed_; // an attempt has ended
    async::task_group tasks_;
};

} // namespace thimble::service
