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
    /// told; or it has left the phone, and there is no id.
    using listener = std::function<void(const std::string& phone_id,
                                        const std::string& session_id,
                                        const sessions::session_beginner& by)>;

    relayed_sessions(const boost::asio::any_io_executor& home,
                     bus::message_bus& over,
                     channel& out,
                     giver give,
                     listener changed,
                     std::shared_ptr<spdlog::logger> log);

    /// Of this node; the others are told.
    void note(const std::string& session_id, const std::string& phone_id, bool lives);

    /// Somebody has begun one of this node.
    void note_beginner(const std::string& session_id, sessions::session_beginner by);

    /// The last one of a phone that lives at another node.
    std::optional<std::string> active(const std::string& phone_id) const;

    /// Takes news of another node about one of its own; its id.
    std::string hear(const envelope& what);

    /// All of this node, for a node that has missed some news.
    void tell_to(const std::string& node);

    /// At that node no others live than these.
    void keep_only(const std::string& node, const std::set<std::string>& session_ids);

    /// That node is gone. Another one tells of its sessions as soon as it has taken them up.
    void forget(const std::string& node) { keep_only(node, {}); }

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
    };

    static envelope news_of(const std::string& session_id, const std::string& phone_id, bool lives);
    static envelope news_of(const std::string& session_id, const own_session& what);
    void drop(const std::string& session_id);
    boost::asio::awaitable<void> answer(std::string session_id, bus::message asked);

    bus::message_bus& bus_;
    channel& out_;
    giver give_;
    listener changed_;
    async::task_group tasks_;
    std::map<std::string, own_session> live_;      // by session id
    std::map<std::string, other_session> others_;  // the same
    std::map<std::string, std::string> of_phones_; // of others: session ids by phone
};

} // namespace thimble::service::nodes
