// Requests that ask for any phone that fits: each gets one that is free, or waits for its turn.
//
// Among the nodes of a service the queue of an account lives at one of them at a time.
#pragma once

#include "async/signal.hpp"
#include "contract/failure.hpp"
#include "http/request.hpp"
#include "service/accounts/account_share.hpp"
#include "service/accounts/actor.hpp"
#include "service/phones/phone_requirement.hpp"
#include "service/phones/phones.hpp"

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/awaitable.hpp>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace thimble::service {

struct phone_queue_limits {
    std::size_t waiting = 1'000; // requests of all accounts; see account_share.hpp

    /// For nodes to agree which of them gives phones, beyond the time that a request waits.
    std::chrono::milliseconds agreement{5'000};
};

/// Home thread. A phone is free when it is ready, no agent and no action is under way on it, nobody
/// else has leased it, and it has not just been given away. Of the requests that it fits, the one
/// is served whose credential was served longest ago: one that asks a hundred times does not hold
/// up another that asks once.
class phone_queue {
public:
    using clock = std::chrono::steady_clock;
    class elsewhere;

    /// All of it outlives this.
    struct dependencies {
        boost::asio::any_io_executor home;
        const phones& known;
        std::function<bool(const known_phone&)> in_use; // by an agent or an action under way
        std::function<bool(const account&)> stands;     // the credential has not been revoked
        account_count accounts = [] { return 1UL; };
        phone_queue_limits limits = {};

        /// A request has waited so long: "given", "late", "gone".
        std::function<void(std::string_view outcome, clock::duration waited)> on_end =
            [](std::string_view, clock::duration) {};

        elsewhere* others = nullptr; // nullptr: there is no other node

        /// A phone may be in use at this node now, or no more.
        std::function<void(const std::string& phone_id)> on_use = [](const std::string&) {};
    };

    struct request {
        account who;
        phone_requirement wanted;
        std::string id;            // X-Request-Id
        clock::duration time{0};   // that it waits at most
        clock::duration waited{0}; // before it came to this node
    };

    /// The phone is kept from the others that wait until `held` goes.
    struct turn {
        phone_ptr phone;
        std::shared_ptr<void> held;
    };

    explicit phone_queue(dependencies with);

    /// NO_PHONE_FITS when the account knows none like that, QUEUE_FULL when too many wait,
    /// NO_PHONE_FREE when the time is over, INVALID_API_KEY when the credential is revoked
    /// meanwhile, NODE_CUT_OFF when no node gives phones. CANCELLED for a caller who goes away: it
    /// has left the queue. `from` outlives the coroutine; whoever heard of its going does not any
    /// more.
    boost::asio::awaitable<result<turn>> take(request what, http::caller& from);

    /// A place in the queue.
    struct place {
        std::string request_id;
        std::string wanted;
        actor who; // without its name
        std::chrono::system_clock::time_point since;
        std::size_t position = 1; // among those of the account, whatever they want
        std::optional<std::chrono::seconds> estimate = {}; // until its turn; nothing: not known
    };

    /// Of one account, in the order in which they would be served if all wanted the same.
    boost::asio::awaitable<result<std::vector<place>>> places(std::string account_id,
                                                              std::size_t most) const;

    // For the nodes of a service: the part of the queue that lives here.

    /// As take(); nothing where the queue of the account has left this node meanwhile.
    boost::asio::awaitable<std::optional<result<turn>>> take_here(request what, http::caller& from);
    std::vector<place> places_here(std::string_view account_id, std::size_t most) const;

    /// Keeps a phone that another node has given to a request of this one.
    std::shared_ptr<void> hold(const std::string& phone_id);

    /// True of a phone that has been given to a request and is kept for it.
    bool holds(const std::string& phone_id) const { return held_.contains(phone_id); }

    /// Nodes have come or gone: requests whose queue lives elsewhere now leave for there, and the
    /// others look for phones anew.
    void look_at_nodes();

    std::size_t waiting() const noexcept { return waiters_.size(); }

    /// Its use at this node has changed: it may be free now.
    void look_at(const std::string& phone_id);

    /// The same without its use at this node: it is used elsewhere, or has changed.
    void look_for_waiters(const std::string& phone_id);

    /// Credentials may have been revoked: theirs wait no longer.
    void look_at_credentials();

    /// The same for callers that may outlive this.
    std::function<void(const std::string& phone_id)> listener();

private:
    struct waiter;
    using waiter_ptr = std::shared_ptr<waiter>;

    struct stay;

    bool lives_here(const std::string& account_id) const;

    waiter_ptr enlist(request what);
    void leave(const waiter& which);
    void look();
    void offer(const phone_ptr& phone);
    void note_end_of_use(const known_phone& phone);
    turn give(const phone_ptr& phone, const std::string& credential);
    std::uint64_t served_at(const std::string& credential) const;
    std::vector<waiter_ptr> in_order(std::string_view account_id,
                                     const waiter* late = nullptr) const;
    bool is_free(const known_phone& phone, const account& for_whom) const;
    bool has_room(const account& who) const;
    std::vector<phone_ptr> fitting(const request& what) const;
    phone_ptr best_free(const request& what) const;
    std::size_t position_of(const waiter& which) const;
    std::optional<std::chrono::seconds> estimate_for(const request& what,
                                                     std::size_t position) const;
    std::optional<double> seconds_until_free(const known_phone& phone, const account& who) const;
    failure no_phone_free(const request& what, std::size_t position) const;

    dependencies with_;
    std::map<std::uint64_t, waiter_ptr> waiters_; // in the order in which they came
    std::uint64_t arrivals_ = 0;
    std::uint64_t given_ = 0;
    std::map<std::string, std::uint64_t> served_; // `given_` at the last turn of each credential
    std::set<std::string> held_;                  // ids of phones that have just been given
    std::map<std::string, clock::time_point> in_use_since_; // by phone, of those that were given
    std::map<std::string, double> usual_use_;               // by account, in seconds
    std::set<std::string> to_look_at_;
    bool passed_over_ = false; // a phone, since it was not for this node to give it
    std::shared_ptr<bool> alive_ = std::make_shared<bool>(true);
};

/// Queues that live at other nodes.
class phone_queue::elsewhere {
public:
    virtual ~elsewhere() = default;

    /// True where that account's lives here, and all is known that it has to look at.
    virtual bool is_here(const std::string& account_id) const = 0;

    /// True where another node has it: who waits for it here has to go.
    virtual bool has_left(const std::string& account_id) const = 0;

    /// As phone_queue::take; nothing where it lives elsewhere by now, or is not to be had yet.
    virtual boost::asio::awaitable<std::optional<result<turn>>> take(request what,
                                                                     http::caller& from) = 0;

    virtual boost::asio::awaitable<result<std::vector<place>>> places(std::string account_id,
                                                                      std::size_t most) const = 0;
};

} // namespace thimble::service
