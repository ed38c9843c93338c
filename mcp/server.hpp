// A server of the Model Context Protocol, whatever carries the messages.
#pragma once

#include "mcp/json_rpc.hpp"
#include "mcp/server_parts.hpp"
#include "mcp/session.hpp"

#include <expected>
#include <functional>
#include <memory>

namespace thimble::mcp {

/// Home thread. The client's opening decides about its era: what carries the messages calls
/// open() for `initialize` and gives the rest to the session, and calls begin() for a request with
/// modern metadata (has_modern_meta()).
class server {
public:
    server(boost::asio::any_io_executor home,
           catalogue& offers,
           server_settings settings,
           running_requests::failure_log on_failure);

    /// A request of the modern era.
    running_requests::handle begin(request what, principal who, std::shared_ptr<outlet> to);
    void cancel(running_requests::handle which) { parts_.running.cancel(which); }

    /// All requests under way for those whose rights are no longer what they were.
    void cancel_where(const std::function<bool(const principal&)>& gone)
    {
        parts_.running.cancel_where(gone);
    }

    /// `initialize`.
    std::expected<opened_session, error> open(const request& what, principal who);

    /// Of what is offered.
    void tell(const change& what) { parts_.told.tell(what); }

    const catalogue& offers() const noexcept { return parts_.offers; }
    catalogue& offers() noexcept { return parts_.offers; }
    const server_settings& settings() const noexcept { return parts_.settings; }
    boost::asio::any_io_executor home() const { return parts_.home; }

    /// Subscriptions end in order; nothing new listens.
    void close();

    /// The same; then whatever is under way is cancelled. Returns when nothing is. Comes before the
    /// destructor wherever something was begun.
    boost::asio::awaitable<void> end();

    /// Nothing is being answered any more.
    boost::asio::awaitable<void> until_idle() { return parts_.running.until_empty(); }
    void cancel_all() { parts_.running.cancel_all(); }

private:
    server_parts parts_;
};

} // namespace thimble::mcp
