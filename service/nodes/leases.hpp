// Leases of the nodes of a service: who is there, and whether this one still is.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <deque>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace thimble::service::nodes {

struct lease_times {
    std::chrono::milliseconds beat{1'000};  // between two
    std::chrono::milliseconds lease{3'000}; // from a beat on

    /// From the first beat that comes back to a node until it reads the store: no shorter than a
    /// lease, so that each of the others has heard of it or answers nobody.
    std::chrono::milliseconds settling{3'000};
};

/// Times of this machine's monotonic clock, given by the caller. A node holds its lease from the
/// moment at which it sent a beat that came back to it; others count from the moment at which they
/// heard that beat, which is later: while one of them takes it for live, it may refuse already,
/// never the other way round.
class leases {
public:
    using clock = std::chrono::steady_clock;

    explicit leases(std::chrono::milliseconds lease) : lease_(lease) {}

    /// The number of the beat that goes out now.
    std::int64_t send(clock::time_point now);

    /// A beat of this node has come back. One that was sent too long ago renews nothing.
    void take_back(std::int64_t number);

    /// From now on beats alone renew nothing: the store has to say as well that this node is there.
    void need_witness() noexcept { witnessed_until_ = clock::time_point::min(); }

    /// The store has said so, asked at that moment.
    void witness(clock::time_point asked)
    {
        witnessed_until_ = std::max(witnessed_until_, asked + lease_);
    }

    bool held(clock::time_point now) const { return now < held_until(); }

    /// True while its beats come back, whatever the witness says.
    bool hears_itself(clock::time_point now) const { return now < held_until_; }

    /// The moment from which it does not hold it, unless another beat comes back.
    clock::time_point held_until() const noexcept
    {
        return std::min(held_until_, witnessed_until_);
    }

    /// Another node has been heard.
    void hear(const std::string& node, clock::time_point now);

    /// Ids of the others whose lease has not run out.
    std::vector<std::string> live(clock::time_point now) const;

    bool is_live(const std::string& node, clock::time_point now) const;

    /// Another node has said that it ends.
    void drop(const std::string& node) { live_until_.erase(node); }

    /// Forgets those whose lease has run out; their ids. While this node holds its own, one stays
    /// until a beat has come back that was sent after that: else it may be this node that hears
    /// nobody any more.
    std::vector<std::string> take_expired(clock::time_point now);

private:
    std::chrono::milliseconds lease_;
    std::int64_t beats_ = 0;
    std::deque<std::pair<std::int64_t, clock::time_point>> sent_; // the oldest first
    clock::time_point held_until_{};
    clock::time_point witnessed_until_ = clock::time_point::max(); // nobody else is asked
    std::map<std::string, clock::time_point> live_until_;          // by the node's id
};

} // namespace thimble::service::nodes
