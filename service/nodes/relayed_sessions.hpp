// Orders to agent sessions between nodes.
#pragma once

#include "async/task_group.hpp"
#include "bus/message_bus.hpp"
#include "contract/failure.hpp"
#include "service/nodes/channel.hpp"
#include "service/sessions/session_order.hpp"

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/awaitable.hpp>
#include <spdlog/logger.h>

#include <cstddef>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>

namespace thimble::service::nodes {

/// Home thread. Each session that lives at this node takes orders from the others, and each node
/// knows which phones have one at another.
class relayed_sessions {
public:
    /// Gives an order to a session of this node.
    using giver = std::function<boost::asio::awaitable<result<void>>(sessions::session_order)>;

    /// A session at another node has taken a phone, with the one who has begun it where that is
    /// told; or it has let go of the phone, and there is no id.
    using listener = std::function<void(const std::string& phone_id,
                                        const std::string& session_id,
                                        const sessions::session_beginner& by)>;

    relayed_sessions(const boost::asio::any_io_executor& home,
                     bus::message_bus& over,
                     channel& out,
                     giver give,
                     listener changed,
                     std::size_t beats_to_move, // of a session, from node to node
                     std::shared_ptr<spdlog::logger> log);

    /// Of this node; the others are told.
    void note(const std::string& session_id, const std::string& phone_id, bool lives);

    /// One of this node goes on at another, which tells of it as soon as it has taken it up. Until
    /// then it has its phone, so that nobody else is given that.
    void leave(const std::string& session_id, const std::string& phone_id);

    /// Somebody has begun one of this node.
    void note_beginner(const std::string& session_id, sessions::session_beginner by);

    /// The last one of a phone that lives at another node.
    std::optional<std::string> active(const std::string& phone_id) const;

    /// Takes news of another node about one of its own; its id.
    std::string hear(const envelope& what);

    /// All of this node, for a node that has missed some news, and that there are no others. Not
    /// while this node is cut off: others may have taken them up.
    void tell_to(const std::string& node);

    /// At that node no others live than these.
    void keep_only(const std::string& node, const std::set<std::string>& session_ids);

    /// That node is gone: its sessions are on their way to others, as if it had left them.
    void forget(const std::string& node);

    /// With every beat of a node that hears the others: what no node has taken up in time has let
    /// go of its phone.
    void give_up_unclaimed();

    /// Not while this node is cut off: they are for the node that has taken the session up.
    void refuse_orders();
    void take_orders(); // again

    /// To whichever node it lives at; nothing where it lives at none.
    boost::asio::awaitable<std::optional<result<void>>> pass_on(sessions::session_order what);

    boost::asio::awaitable<void> close();

private:
    struct own_session {
        std::string phone_id;
        bus::subscription orders;
        sessions::session_beginner by = {};
    };

    struct other_session {
        std::string node;
        std::string phone_id;
        std::optional<std::size_t> beats_left = {}; // on its way to another node
    };

    static envelope news_of(const std::string& session_id, const std::string& phone_id, bool lives);
    static envelope news_of(const std::string& session_id, const own_session& what);
    static envelope leave_news_of(const std::string& session_id, const std::string& phone_id);
    void begin_move(other_session& what) const;
    void drop(const std::string& session_id);
    bus::subscription orders_for(const std::string& session_id);
    boost::asio::awaitable<void> answer(std::string session_id, bus::message asked);

    bus::message_bus& bus_;
    channel& out_;
    giver give_;
    listener changed_;
    std::size_t beats_to_move_;
    bool takes_orders_ = true;
    async::task_group tasks_;
    std::map<std::string, own_session> live_;      // by session id
    std::map<std::string, other_session> others_;  // the same
    std::map<std::string, std::string> of_phones_; // of others: session ids by phone
    std::map<std::string, std::string> left_;      // phones by session id: no node has told of it
};

} // namespace thimble::service::nodes
