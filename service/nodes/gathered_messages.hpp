// Messages of links on their way between two nodes: those of one moment go together.
#pragma once

#include "service/nodes/envelope.hpp"

#include <boost/asio/any_io_executor.hpp>

#include <cstddef>
#include <cstdint>
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
    std::string text;         // as it is on the WebSocket
    std::int64_t left_ms = 0; // of a command: until it expires
    std::string job_id = {};  // of a command, for its sender alone: it does not travel
};

/// Home thread. To each node in the order in which they come. Where many commands run, each message
/// by itself would cost more than what is in it.
class gathered_messages {
public:
    /// Gets all that is for one node: as an envelope without a kind, and once more as it came.
    using sender = std::function<void(
        const std::string& node, envelope what, std::vector<link_message> messages)>;

    gathered_messages(boost::asio::any_io_executor home, sender send);

    /// With all that are told in what the home thread has to do already.
    void tell(const std::string& node, link_message what);

    /// All that has come so far, within the call.
    void tell_now();

    /// Those of an envelope; nothing where one of them is none.
    static std::optional<std::vector<link_message>> messages_in(const envelope& what);

private:
    struct waiting {
        std::vector<link_message> messages;
        std::size_t bytes = 0;
    };
    void tell_to(const std::string& node, waiting what);

    boost::asio::any_io_executor home_;
    sender send_;
    std::map<std::string, waiting> waiting_; // by node
    std::shared_ptr<bool> alive_ = std::make_shared<bool>(true);
};

} // namespace thimble::service::nodes
