#include "service/mcp_tools/local_client.hpp"

#include "mcp/stdio/connection.hpp"

#include <boost/asio/buffer.hpp>
#include <boost/asio/posix/stream_descriptor.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/asio/write.hpp>

#include <string>
#include <unistd.h>
#include <utility>

namespace thimble::service::mcp_tools {

namespace asio = boost::asio;
using asio::posix::stream_descriptor;

namespace {

/// Another descriptor of the same socket, which whoever gets it closes.
stream_descriptor descriptor_of(http::stream& with)
{
    return {with.get_executor(), ::dup(with.lowest().native_handle())};
}

} // namespace

local_client::local_client(asio::any_io_executor home,
                           mcp::catalogue& offers,
                           mcp::server_settings settings,
                           mcp::running_requests::failure_log on_failure,
                           mcp::principal who,
                           std::shared_ptr<void> in_use)
    : server_(std::move(home), offers, std::move(settings), std::move(on_failure)),
      who_(std::move(who)), in_use_(std::move(in_use))
{
}

asio::awaitable<void> local_client::run(http::stream with, http::request first)
{
    first = {};
    struct while_open {
        local_client& self;
        ~while_open() { self.open_ = nullptr; }
    };
    open_ = &with;
    const while_open mark{*this};
    const std::string head =
        "HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: " +
        std::string(line_protocol) + "\r\n\r\n";
    boost::system::error_code gone;
    co_await asio::async_write(with, asio::buffer(head),
                               asio::redirect_error(asio::use_awaitable, gone));
    if (gone)
        co_return;
    try {
        mcp::stdio::connection lines(server_, who_, descriptor_of(with), descriptor_of(with));
        co_await lines.run();
    } catch (const boost::system::system_error& problem) {
        if (problem.code() == asio::error::operation_aborted)
            throw;
    }
}

/// It says no more to us; what is under way may end.
void local_client::drain()
{
    boost::system::error_code ignored;
    if (open_ != nullptr)
        open_->lowest().shutdown(asio::socket_base::shutdown_receive, ignored);
}

} // namespace thimble::service::mcp_tools
