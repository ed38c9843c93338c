// Messages of links on their way between two nodes: those of one moment go together.
#pragma once

#include "service/nodes/envelope.hpp"

#include <boost/asio/any_io_executor.hpp>

#include <chrono>
#include <cstddef>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace thimble::service::nodes {

/// A message for the daemon behind a link, or of it.
struct link_message {
    link_of_desktop on;
    std::string text; // as it is on the WebSocket

    /// Of a command, on this node's clock: the time that is left travels.
    std::chrono::steady_clock::time_point expires_at = {};

    std::string job_id = {}; // of a command, for its sender alone: it does not travel
};

/// Home thread. To each node in the order in which they come. Where many commands run, each message
/// by itself would cost more than what is in it.
class gathered_messages {
public:
    /// Gets all that is for one node.
    using sender = std::function<void(const std::string& node, std::vector<link_message>)>;

    gathered_messages(boost::asio::any_io_executor home, sender send);

    /// With all that are told in what the home thread has to do already.
    void tell(const std::string& node, link_message what);

    /// All that has come so far, within the call.
    void tell_now();

    /// All of them, and the time that each has left now.
    static envelope envelope_of(std::string_view kind, const std::vector<link_message>& messages);

    /// Those of an envelope; nothing where one of them is none. The clock of a node is not its
    /// sender's, so that the time on the way is not counted.
    static std::optional<std::vector<link_message>> messages_in(const envelope& what);

private:
    struct waiting {
        std::vector<link_message> messages;
        std::size_t bytes = 0;
    };

    boost::asio::any_io_executor home_;
    sender send_;
    std::map<std::string, waiting> waiting_; // by node
    std::shared_ptr<bool> alive_ = std::make_shared<bool>(true);
};

} // namespace thimble::service::nodes
