// subscriptions/listen: a request whose answer comes when nobody listens any more.
#pragma once

#include "mcp/server_parts.hpp"

namespace thimble::mcp {

/// Tells of changes, as asked for, until it is cancelled or the server ends.
boost::asio::awaitable<outcome<nlohmann::json>>
listen(server_parts& parts, const request& what, const principal& who, std::shared_ptr<outlet> to);

} // namespace thimble::mcp
