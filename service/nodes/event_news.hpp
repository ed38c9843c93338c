// Events of accounts, told to the other nodes: those of one moment together.
#pragma once

#include "service/nodes/channel.hpp"

#include <boost/asio/any_io_executor.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace thimble::service::nodes {

/// Something that has happened to an account at one node.
struct told_event {
    std::string account_id;
    std::int64_t number = 0; // of that node, in its account
    std::string type;
    std::string phone_id; // that it is about
    std::string data;     // JSON on one line
};

/// Home thread. Nobody hears again of those that are lost: their numbers show it.
class event_news {
public:
    event_news(boost::asio::any_io_executor home, channel& out);

    /// In the order in which they come, with all of the same moment.
    void tell(const told_event& what);

    /// All that has come so far, within the call.
    void tell_now();

    /// Those of a message, without what is none.
    static std::vector<told_event> events_in(const envelope& what);

private:
    boost::asio::any_io_executor home_;
    channel& out_;
    std::string lines_;     // to be told
    std::size_t count_ = 0; // of these
    std::shared_ptr<bool> alive_ = std::make_shared<bool>(true);
};

} // namespace thimble::service::nodes
