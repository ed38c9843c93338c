// Use of phones by each node: actions under way, requests that have been given one, and viewers,
// known at every node.
#pragma once

#include "async/one_shot_timer.hpp"
#include "service/nodes/channel.hpp"

#include <boost/asio/any_io_executor.hpp>

#include <chrono>
#include <cstddef>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <unordered_map>

namespace thimble::service::nodes {

/// Of one phone.
struct phone_load {
    std::size_t queued = 0;  // input actions that have not ended
    std::size_t viewers = 0; // those who watch it
    bool kept = false;       // for a request that has been given it

    /// It must not be given to anybody. What agents do is told by the news of their sessions.
    bool in_use() const noexcept { return queued > 0 || kept; }

    friend bool operator==(const phone_load&, const phone_load&) = default;
};

/// Home thread. Each node tells its own when it changes: at once that a phone is in use; that it is
/// no more at once where somebody may wait for it, else together with what ends within a moment;
/// all else at most twice a second.
class phone_loads {
public:
    using source = std::function<phone_load(const std::string& phone_id)>;

    /// Hears of phones that may be in use elsewhere now, or no more.
    using listener = std::function<void(const std::string& phone_id)>;

    /// `present`: of this node, now. `awaited`: requests for any phone wait at other nodes; without
    /// it none do.
    phone_loads(boost::asio::any_io_executor home,
                channel& out,
                source present,
                listener use_changed = nullptr,
                std::function<bool()> awaited = nullptr);

    /// That of this node may be another than before. That a phone is kept is told within the call:
    /// whoever has given it may let go of it then.
    void note(const std::string& phone_id);

    /// Of all other nodes together.
    phone_load elsewhere(const std::string& phone_id) const;

    /// Takes news of another node.
    void hear(const envelope& what);

    /// All of this node, for a node that has missed some news.
    void tell_to(const std::string& node);

    /// Takes that: there is no more.
    void hear_all(const envelope& what);

    void forget(const std::string& node) { replace(node, {}); }

    void close() { soon_.stop(); }

private:
    using clock = std::chrono::steady_clock;
    using by_phone = std::unordered_map<std::string, phone_load>; // by phone

    static envelope news_of(const by_phone& what);
    static by_phone loads_in(const envelope& what);
    clock::time_point due_of(const std::string& phone_id, phone_load now, phone_load told) const;
    void tell_by(clock::time_point when);
    void tell();
    by_phone take_changed(); // of those noted, as many as fit into a message
    phone_load told_of(const std::string& phone_id) const;
    void replace(const std::string& node, const by_phone& now);
    void set(const std::string& node, const std::string& phone_id, phone_load now);

    boost::asio::any_io_executor home_;
    channel& out_;
    source present_;
    listener use_changed_;                   // may be empty
    std::function<bool()> awaited_;          // the same
    by_phone told_;                          // of this node, where there is any
    std::set<std::string> noted_;            // ids of phones whose load is still to be told
    std::set<std::string> given_;            // of those that were kept since they came into use
    std::map<std::string, by_phone> others_; // by node
    clock::time_point last_told_{};
    clock::time_point due_ = clock::time_point::max(); // of what is noted
    async::one_shot_timer soon_;
    std::shared_ptr<bool> alive_ = std::make_shared<bool>(true);
};

} // namespace thimble::service::nodes
