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
#include <string>

namespace thimble::service::nodes {

/// Home thread. Each session that lives at this node takes orders from the others.
class relayed_sessions {
public:
    /// Gives an order to a session of this node.
    using giver = std::function<boost::asio::awaitable<result<void>>(sessions::session_order)>;

    relayed_sessions(const boost::asio::any_io_executor& home,
                     bus::message_bus& over,
                     channel& out,
                     giver give,
                     std::shared_ptr<spdlog::logger> log);

    void note(const std::string& session_id, bool lives);

    /// To whichever node it lives at; nothing where it lives at none.
    boost::asio::awaitable<std::optional<result<void>>> pass_on(sessions::session_order what);

    boost::asio::awaitable<void> close();

private:
    boost::asio::awaitable<void> answer(std::string session_id, bus::message asked);

    bus::message_bus& bus_;
    channel& out_;
    giver give_;
    async::task_group tasks_;
    std::map<std::string, bus::subscription> live_; // by session id
};

} // namespace thimble::service::nodes
