// The queue for any phone among the nodes: that of an account lives at one of them, to which the
// others pass the waiting of their requests on.
#pragma once

#include "async/signal.hpp"
#include "async/task_group.hpp"
#include "bus/message_bus.hpp"
#include "http/request.hpp"
#include "service/nodes/channel.hpp"

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/awaitable.hpp>
#include <nlohmann/json.hpp>
#include <spdlog/logger.h>

#include <chrono>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace thimble::service::nodes {

/// The node at which something lives that has this name: all nodes that know of the same others
/// choose alike, and when one comes or goes, nothing moves between the rest. Nodes are not empty.
std::string place_among(const std::vector<std::string>& nodes, std::string_view name);

/// Home thread. Nothing is asked for that could be done twice: a message that is lost is sent again
/// with the next beat, since each node tells with every beat which requests it has elsewhere.
class relayed_queue {
public:
    /// End of a request's waiting; what keeps the phone, where it has got one.
    struct turn {
        nlohmann::json outcome;
        std::shared_ptr<void> held = {};
    };

    struct dependencies {
        boost::asio::any_io_executor home;
        channel& out;
        std::function<std::vector<std::string>()> others; // that hold a lease

        /// This node holds its lease and has all news of the others.
        std::function<bool()> knows_all;

        /// Takes the place of a request of another node in the queue here; nothing where the queue
        /// has left this node.
        std::function<boost::asio::awaitable<std::optional<turn>>(nlohmann::json what,
                                                                  http::caller& from)>
            wait;

        /// All that wait here, of an account.
        std::function<nlohmann::json(std::string account_id, std::int64_t most)> places;
        std::shared_ptr<spdlog::logger> log;
    };

    explicit relayed_queue(dependencies with);

    bool is_here(const std::string& account_id) const;
    bool has_left(const std::string& account_id) const;

    /// Waits at the node with the queue; nothing where it is not to be had yet, or has moved:
    /// then it is worth another try. `held` tells that node when it goes. The other node ends the
    /// wait after `time`, and this one a little later.
    boost::asio::awaitable<std::optional<turn>> take(std::string account_id,
                                                     nlohmann::json what,
                                                     http::caller& from,
                                                     std::chrono::steady_clock::duration time);

    /// Nothing where that node does not answer.
    boost::asio::awaitable<std::optional<nlohmann::json>> places(std::string account_id,
                                                                 std::int64_t most);

    void hear(const bus::message& asked, const envelope& what);

    /// With every beat, and when nodes have come or gone.
    void renew();

    void forget(const std::string& node);

    /// This node must not answer: requests wait no longer.
    void give_up();

    boost::asio::awaitable<void> close();

private:
    /// A request of this node whose queue lives at another one.
    struct request {
        request(const boost::asio::any_io_executor& home,
                std::string at,
                std::string whose,
                std::chrono::steady_clock::time_point until)
            : node(std::move(at)), account_id(std::move(whose)), deadline(until),
              changed(home, until)
        {
        }

        bool is_over() const
        {
            return outcome || over || std::chrono::steady_clock::now() >= deadline;
        }

        std::string node;
        std::string account_id;
        std::optional<nlohmann::json> outcome = {};
        bool over = false; // the caller has gone, or the queue has moved
        std::chrono::steady_clock::time_point deadline;
        async::signal changed;
    };

    /// A request of another node.
    struct guest {
        std::string node;
        http::caller from = http::caller();
        std::optional<turn> got = {};
        bool moved = false;
    };
    using guest_ptr = std::shared_ptr<guest>;

    std::string place_of(const std::string& account_id) const;
    static void end_wait(request& which);
    std::shared_ptr<void> until_left(const std::string& id, const std::shared_ptr<request>& mine);
    void enlist(const envelope& what, const std::string& id);
    void keep_only(const envelope& what);
    void drop(const std::string& id);
    void tell_turn(const std::string& id, const std::string& node, const guest* whose);
    boost::asio::awaitable<void> wait_for(std::string id, guest_ptr whose, nlohmann::json what);

    dependencies with_;
    async::task_group tasks_;
    std::map<std::string, std::shared_ptr<request>> away_; // by id, as long as a phone is kept
    std::map<std::string, guest_ptr> guests_;              // the same
    std::shared_ptr<bool> alive_ = std::make_shared<bool>(true);
};

} // namespace thimble::service::nodes
