// This node among the nodes of a service.
#pragma once

#include "async/one_shot_timer.hpp"
#include "async/task_group.hpp"
#include "bus/message_bus.hpp"
#include "service/nodes/channel.hpp"
#include "service/nodes/event_news.hpp"
#include "service/nodes/forwarded_requests.hpp"
#include "service/nodes/leases.hpp"
#include "service/nodes/peer_requests.hpp"
#include "service/nodes/phone_loads.hpp"
#include "service/nodes/relayed_links.hpp"
#include "service/nodes/relayed_queue.hpp"
#include "service/nodes/relayed_sessions.hpp"
#include "service/nodes/remote_links.hpp"
#include "service/nodes/witnessed_nodes.hpp"

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/awaitable.hpp>
#include <spdlog/logger.h>

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

namespace thimble::service::nodes {

/// A phone's settings, labels or lease are others than before, or it is forgotten.
struct phone_change {
    std::string account_id;
    std::string phone_id;
    bool selected = false; // it was chosen
};

struct node_dependencies {
    boost::asio::any_io_executor home;
    std::shared_ptr<bus::transport> over;
    std::string id;       // UUID, another one at each start
    std::string key_mark; // digest of the master key
    desktops& enrolled;

    // Of desktops whose links end at other nodes.
    std::function<std::vector<std::string>(const std::string& desktop_id)> awaited;
    std::function<void(desktop_record, std::shared_ptr<desktop>)> connected;
    std::function<void(const std::string& desktop_id, const link::phone_state&)> phone_changed;
    std::function<void(const std::string& desktop_id, std::vector<link::blocker>)> host_changed;
    std::function<void(const std::string& desktop_id)> gone;
    std::function<std::vector<std::string>(const std::string& desktop_id)> attached;

    /// Reads anew what others may have changed in the store: keys, accounts, desktops. False when
    /// the store fails.
    std::function<boost::asio::awaitable<bool>()> reload;

    /// The same of one phone.
    std::function<boost::asio::awaitable<bool>(phone_change what)> reload_phone;

    /// The same of all that it may have missed. Before it answers.
    std::function<boost::asio::awaitable<bool>()> catch_up;

    /// Returns when the store has all that this node has changed before.
    std::function<boost::asio::awaitable<void>()> written;

    relayed_sessions::giver give_order; // to a session of this node

    relayed_sessions::listener session_changed; // at another node

    /// Of this node.
    phone_loads::source load_of = [](const std::string&) { return phone_load{}; };

    /// A phone may be in use at another node now, or no more. May be empty.
    phone_loads::listener use_changed = nullptr;

    /// Requests for any phone wait at this node, its own or those of others.
    std::function<bool()> requests_wait = [] { return false; };

    // The part of the queue for any phone that lives here: see relayed_queue.
    std::function<boost::asio::awaitable<std::optional<relayed_queue::turn>>(nlohmann::json what,
                                                                             http::caller& from)>
        wait_in_queue;
    std::function<nlohmann::json(std::string account_id, std::int64_t most)> places_in_queue;

    /// Nodes may have come or gone, and with them queues.
    std::function<void()> look_around;

    /// Answers an HTTP request that came to another node.
    std::function<boost::asio::awaitable<http::response>(const http::request& what,
                                                         http::caller& from)>
        answer;

    /// Something has happened to an account at another node.
    std::function<void(const std::string& node, told_event what)> event;

    /// The other nodes that are there, as the store says; nothing when it fails. May be empty:
    /// there are none that the bus does not hear of.
    std::function<boost::asio::awaitable<std::optional<std::vector<std::string>>>()> in_store = {};

    /// Of these jobs of the account, those that have not ended, as the store says; nothing when it
    /// fails. May be empty: results that nobody claims stay in the journals.
    std::function<boost::asio::awaitable<std::optional<std::set<std::string>>>(
        std::string account_id, std::set<std::string> job_ids)>
        open_jobs = {};

    /// Says in the store that this node is there: the second witness of its lease. False when the
    /// store fails; may be empty: nobody else is asked.
    std::function<boost::asio::awaitable<bool>()> renew = {};

    /// It answers again, or for the first time. May be empty.
    std::function<void()> regained = {};

    // Counts that hold for all nodes, such as requests against a limit: told with each beat.
    std::function<nlohmann::json()> counts = nullptr; // since the last time; empty: none
    std::function<void(const nlohmann::json& of_other)> take_counts = nullptr;

    /// Another node is gone, and with it what it knew alone.
    std::function<void(const std::string& node)> node_gone = nullptr;

    /// It must not answer any more, nor go on telling anything to whoever follows.
    std::function<void()> lost;

    lease_times times;
    std::shared_ptr<spdlog::logger> log;
};

/// Home thread. Tells the others of its links and hears of theirs, and holds a lease as long as it
/// hears itself.
class node {
public:
    explicit node(node_dependencies given);

    const std::string& id() const noexcept { return context_.id; }

    /// For the links of this node, before there are any.
    link_relay& relay() noexcept { return relayed_; }

    /// For the sessions of this node, and for orders to those of others.
    relayed_sessions& sessions() noexcept { return sessions_; }

    /// For what another node has.
    peer_requests& requests() noexcept { return requests_; }

    /// For requests that another node answers.
    forwarded_requests& forwarded() noexcept { return forwarded_; }

    /// Of phones, by this node and by the others. It may outlive this for a moment.
    const std::shared_ptr<phone_loads>& loads() const noexcept { return loads_; }

    /// For the queue for any phone.
    relayed_queue& queue() noexcept { return queue_; }

    /// Those links, which outlive its run.
    void join(links& here) { remote_.join(here); }

    /// For those who follow the account at other nodes. One that is lost is missed by them.
    void tell_event(const told_event& what) { events_.tell(what); }

    /// True at one node alone of those that know of the same others: for what all of them see and
    /// one has to do. Never at one that is cut off: it sees what is not so.
    bool is_place_of(std::string_view name) const;

    /// True while it forgets what another node had that is gone.
    bool forgetting() const noexcept { return forgetting_ || remote_.forgetting(); }

    /// True while it shows what another node has that may have been told to have gone, and that
    /// this other one has not told to be back.
    bool returning() const noexcept { return remote_.returning(); }

    /// Beats until it is cancelled.
    boost::asio::awaitable<void> run();
    boost::asio::awaitable<void> close();

    /// Has the desktop link again, wherever its link ends: its journal is asked anew.
    void renew_link(const std::string& desktop_id);

    /// It ends: it answers nobody from now on, and the others need not wait for its lease. After it
    /// has let go of everything.
    void announce_end();

    /// True while it has no lease, or has not read anew since it had none: it must not answer.
    bool cut_off() const;

    /// True of another node while it may hold a lease, as far as this one hears.
    bool is_live(const std::string& other) const
    {
        return leases_.is_live(other, leases::clock::now());
    }

    /// The same, unless its last beat has said that it has none: it is heard, and does not reach
    /// the store.
    bool takes_part(const std::string& other) const;

    /// Number of the other nodes.
    std::size_t others() const noexcept { return peers_.size(); }

    /// Something in the store is another than before: returns when every node has read it anew, or
    /// does not answer until it has.
    boost::asio::awaitable<void> have_others_reload()
    {
        return have_all_take(kinds::reload, nlohmann::json::object(),
                             leases::clock::time_point::max());
    }

    /// The same of one phone. A node whose store fails is not waited for.
    boost::asio::awaitable<void> have_others_reload(phone_change what);

    // Nobody waits for these.
    void have_others_reload_soon()
    {
        if (!std::exchange(reload_is_due_, true))
            tasks_.spawn(have_others_reload_once());
    }
    void have_others_reload_soon(phone_change what)
    {
        tasks_.spawn(have_others_reload(std::move(what)));
    }

private:
    struct peer {
        std::int64_t heard = -1; // the number of its last news
        bool missed = true;      // some of its news: it was asked for all of its links
        std::int64_t told = 0;   // the number of what it has last told this node alone
        bool key_noted = false;  // that its master key is another one
        bool has_lease = true;   // unless its last beat says that it has none
        bool answers = false;    // it was not cut off, and has told its sessions if it was asked
        bool waits = false;      // requests for any phone do, as its last beat says
        // Since it began to answer.
        std::set<std::string> told_of = {}; // desktops
        std::set<std::string> sessions = {};
        bool told_sessions = false; // all of them
    };

    void hear_news(const bus::message& what);
    void hear_events(const bus::message& what);
    void tell_counts();
    void hear_counts(const bus::message& what);
    void hear_own(const envelope& what);
    void compare_keys(peer& with, const envelope& beat);
    static void note_standing(peer& of, const envelope& beat);
    void compare_told(peer& with, const envelope& beat) const;
    void take_news(const envelope& what);
    void take_answer(const bus::message& what);
    void take_question(const bus::message& what);
    bool knows_all() const;
    bool somebody_waits() const; // for any phone, at another node
    void ask_for_links(const std::string& of);
    void look_after_leases();
    void set_lapse();
    void ask_for_lease();
    boost::asio::awaitable<void> rest_between_beats();
    void tell_beat();
    std::vector<std::string> with_lease() const; // of the others
    std::vector<std::string> may_tell() const;   // of all, what each of them sees
    void leave_behind(const std::string& gone);
    boost::asio::awaitable<void> be_witnessed();
    boost::asio::awaitable<bool> may_be_witnessed();
    bool may_answer(const std::string& other, leases::clock::time_point now) const;
    void fall_behind(std::string_view why);
    boost::asio::awaitable<void> settle_stored();
    boost::asio::awaitable<void> rejoin();
    boost::asio::awaitable<void> have_others_reload_once();
    boost::asio::awaitable<bool> reload_what(envelope asked);
    boost::asio::awaitable<void> reload_for(bus::message asked, envelope what);
    boost::asio::awaitable<void>
    have_all_take(std::string_view kind, nlohmann::json more, leases::clock::time_point until);
    boost::asio::awaitable<bool> has_taken(std::string other, envelope what);

    node_dependencies context_;
    bus::message_bus bus_;
    channel out_;
    leases leases_;
    witnessed_nodes witnessed_;
    remote_links remote_;
    relayed_links relayed_;
    relayed_sessions sessions_;
    peer_requests requests_;
    forwarded_requests forwarded_;
    std::shared_ptr<phone_loads> loads_;
    event_news events_;
    relayed_queue queue_;
    std::map<std::string, peer> peers_; // by id
    std::set<std::string> apart_;       // those of them that are not heard, until they are gone
    bool up_to_date_ = false;           // what it knows of the store, as long as the lease is held
    bool rejoining_ = false;
    bool renewing_ = false; // in the store
    bool settling_ = false; // results that nobody claims
    bool leaving_ = false;
    bool forgetting_ = false;
    leases::clock::time_point heard_since_{}; // its own beats, without a gap as long as a lease
    std::uint64_t gaps_ = 0;      // what was read of the store before one is out of date
    bool reload_is_due_ = false;  // of the others
    async::one_shot_timer lapse_; // of the lease
    async::task_group tasks_;
    std::vector<bus::subscription> heard_; // last: ends before what it fills
};

} // namespace thimble::service::nodes
