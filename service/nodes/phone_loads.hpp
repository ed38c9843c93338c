// Use of phones by each node: actions under way and viewers, known at every node.
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

namespace thimble::service::nodes {

/// Of one phone.
struct phone_load {
    std::size_t queued = 0;  // input actions that have not ended
    std::size_t viewers = 0; // those who watch it

    friend bool operator==(const phone_load&, const phone_load&) = default;
};

/// Home thread. Each node tells its own when it changes: at once, and at most twice a second.
class phone_loads {
public:
    /// `present`: of this node, now.
    phone_loads(const boost::asio::any_io_executor& home,
                channel& out,
                std::function<phone_load(const std::string& phone_id)> present);

    /// That of this node may be another than before.
    void note(const std::string& phone_id);

    /// note() for whoever may call it when this is gone.
    std::function<void(const std::string& phone_id)> listener() const;

    /// Of all other nodes together.
    phone_load elsewhere(const std::string& phone_id) const;

    /// Takes news of another node.
    void hear(const envelope& what);

    /// All of this node, for a node that has missed some news.
    void tell_to(const std::string& node);

    /// That node has none, unless it tells of some again.
    void forget(const std::string& node) { others_.erase(node); }

    void close() { soon_.stop(); }

private:
    using by_phone = std::map<std::string, phone_load>; // by phone

    static envelope news_of(const by_phone& what);
    void tell();

    channel& out_;
    std::function<phone_load(const std::string&)> present_;
    by_phone told_;                          // of this node, where there is any
    std::set<std::string> noted_;            // ids of phones whose load is still to be told
    std::map<std::string, by_phone> others_; // by node
    std::chrono::steady_clock::time_point last_told_{};
    async::one_shot_timer soon_;
    std::shared_ptr<phone_loads*> self_ = std::make_shared<phone_loads*>(this);
};

} // namespace thimble::service::nodes
