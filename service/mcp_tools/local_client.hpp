// Client of this machine: a connection that was HTTP and goes on with the protocol's lines.
#pragma once

#include "http/upgraded_connection.hpp"
#include "mcp/catalogue.hpp"
#include "mcp/server.hpp"

#include <boost/asio/awaitable.hpp>

#include <memory>
#include <string_view>

namespace thimble::service::mcp_tools {

/// The name under which a request asks for it, in its Upgrade.
inline constexpr std::string_view line_protocol = "thimble-mcp";

/// Home thread. Each has a server of its own, over the catalogue of all.
class local_client : public http::upgraded_connection {
public:
    /// `in_use` is held as long as the connection lasts. `offers` outlives it.
    local_client(boost::asio::any_io_executor home,
                 mcp::catalogue& offers,
                 mcp::server_settings settings,
                 mcp::running_requests::failure_log on_failure,
                 mcp::principal who,
                 std::shared_ptr<void> in_use);

    boost::asio::awaitable<void> run(http::stream with, http::request first) override;
    void drain() override;

private:
    mcp::server server_;
    mcp::principal who_;
    std::shared_ptr<void> in_use_;
    http::stream* open_ = nullptr; // while run() runs
};

} // namespace thimble::service::mcp_tools
