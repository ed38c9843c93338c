// Log of what happens to the phones, jobs and sessions of accounts, for those who follow it.
#pragma once

#include "async/signal.hpp"
#include "service/accounts/account.hpp"

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/awaitable.hpp>
#include <nlohmann/json.hpp>

#include <chrono>
#include <cstdint>
#include <deque>
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

/// Node of the service at which an event has happened, and its number there in its account.
struct event_source {
    std::string run; // of that node
    std::uint64_t number = 0;
};

/// The last number of each run that somebody has been told.
using told_numbers = std::map<std::string, std::uint64_t, std::less<>>;

struct account_event {
    std::uint64_t number = 0; // in its account, from 1, in the order in which this node heard
    event_source source;
    std::string id;       // by which a stream goes on after it, at any node
    std::string type;     // "phone", "readiness", "alert", "job", "session", "recording"
    std::string phone_id; // that it is about; every event is about one
    std::string data;     // JSON on one line

    /// By this node.
    std::chrono::system_clock::time_point heard_at = {};

    /// {"id","type","ts","data"} as JSON on one line. Made for whoever reads it: most events
    /// nobody follows.
    std::string record() const;

    /// Bytes of that.
    std::size_t record_size() const noexcept;
};

struct event_content {
    std::string phone_id;
    std::string data; // an object as JSON on one line
};

/// From which event on somebody is told.
struct event_start {
    std::uint64_t number = 1;
    told_numbers told = {}; // of those from there on: has been told already, at another node
    bool missed = false;    // there may have been others before: the first thing that is told
};

using account_event_ptr = std::shared_ptr<const account_event>;

struct event_limits {
    std::size_t events = 1'000;                   // kept of an account, for those who come back
    std::size_t bytes = 256UL * 1024;             // of the same
    std::size_t accounts = 1'000;                 // whose events are kept; the quietest go first
    std::size_t event_bytes = 16UL * 1024;        // of one; a larger one tells less
    std::chrono::milliseconds heartbeat{15'000};  // between two, while nothing happens
    std::chrono::milliseconds write_time{10'000}; // for a follower to take what is told at once
    std::chrono::milliseconds close_deadline_time{500};
};

/// Home thread. Events live in memory alone: another run of the service has none of them, and ids
/// of its own. An id names the last event of each node, "RUN-NUMBER" with "_" between, so that a
/// follower goes on at any of them although each hears of events in an order of its own.
class account_events {
public:
    /// `run`: a word of letters and digits that no other run has; empty: one is made.
    account_events(boost::asio::any_io_executor home,
                   const event_limits& granted,
                   std::string run = {});

    /// `data` is an object with `phone_id`. Those who follow hear of all events alike.
    void publish(const std::string& account_id, std::string_view type, nlohmann::ordered_json data);

    /// The same of an event at another node. One that has come before is passed over.
    void hear(const std::string& account_id,
              const event_source& from,
              std::string_view type,
              event_content what);

    /// That run is over: nobody misses what is not kept of it. Unless it is heard again: its node
    /// was cut off.
    void forget_run(const std::string& run);

    /// Called with each event of this node, before it is in the log: for the other nodes.
    void when_happened(std::function<void(const std::string& account_id,
                                          const event_source& from,
                                          std::string_view type,
                                          const event_content& what)> then)
    {
        when_happened_ = std::move(then);
    }

    /// Called with each event of this node once it is in the log.
    void when_published(
        std::function<void(const std::string& account_id, const account_event& what)> then)
    {
        when_published_ = std::move(then);
    }

    /// The number of the event that comes next.
    std::uint64_t next_number(const std::string& account_id) const;

    /// After the event with this id, which any node may have told. Nothing where nobody knows what
    /// has happened since: it is of a run that is not known here, or malformed, or too much has
    /// happened.
    std::optional<event_start> after(const std::string& account_id, std::string_view id) const;

    struct page {
        std::vector<account_event_ptr> events;
        std::uint64_t next = 1; // of the page that follows
        bool missed = false;    // some before these are not kept any more
    };

    /// All that are kept from that number on.
    page from(const std::string& account_id, std::uint64_t number) const;

    /// The same, without those of phones that the key is not for, and without those that have been
    /// told.
    page from(const account& who, const event_start& start) const;

    /// Ends when there is an event of that number, or at the deadline.
    boost::asio::awaitable<void>
    wait_for(std::string account_id, std::uint64_t number, std::chrono::milliseconds time);

    /// The id of the last event before that number.
    std::string id_before(const std::string& account_id, std::uint64_t number) const;

    const event_limits& granted() const noexcept { return limits_; }

private:
    struct log {
        std::deque<account_event_ptr> events;
        std::size_t bytes = 0;
        std::uint64_t last = 0; // number of the last event
        std::uint64_t touched = 0;
        std::uint64_t gap = 0;     // the event with this number comes after some that were lost
        told_numbers heard = {};   // the last of each run
        told_numbers dropped = {}; // the last of each run that is not kept, or was never heard
    };

    log& log_of(const std::string& account_id);
    void add(const std::string& account_id,
             const event_source& from,
             std::string_view type,
             event_content what);
    void limit_runs(log& of) const;
    void drop_beyond_limits(log& of) const;
    void forget_quietest();

    boost::asio::any_io_executor home_;
    event_limits limits_;
    std::string run_; // of this node: before its numbers in ids
    std::set<std::string, std::less<>> ended_runs_;
    std::map<std::string, log, std::less<>> logs_;
    std::uint64_t published_ = 0; // of all accounts
    std::uint64_t forgotten_ = 0; // the highest number of an account whose events were forgotten
    async::signal news_;          // of any account
    std::function<void(const std::string&, const account_event&)> when_published_; // may be empty
    std::function<void(const std::string&,
                       const event_source&,
                       std::string_view,
                       const event_content&)>
        when_happened_; // the same
};

} // namespace thimble::service
