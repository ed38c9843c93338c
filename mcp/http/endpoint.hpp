// The protocol over HTTP, at one path: requests are posted, answers are JSON or a stream of events.
#pragma once

#include "http/request.hpp"
#include "http/response.hpp"
#include "mcp/http/event_body.hpp"
#include "mcp/http/headers.hpp"
#include "mcp/http/held_sessions.hpp"
#include "mcp/server.hpp"

#include <boost/asio/awaitable.hpp>

#include <chrono>
#include <expected>
#include <functional>
#include <memory>
#include <string_view>

namespace thimble::mcp::http {

struct endpoint_settings {
    message_limits limits{};
    session_limits sessions{};
    std::chrono::milliseconds timeout{5000}; // then an answer that is not there becomes a stream
    std::chrono::milliseconds keep_alive{15'000};
    std::chrono::milliseconds retry{1000}; // for a client that comes back for the rest
};

/// Home thread. Outlives what it answers; the server outlives it.
class endpoint {
public:
    using request = service::http::request;
    using response = service::http::response;
    using caller = service::http::caller;

    /// On whose behalf a request comes, or how it is refused: key, Origin and Host are looked at
    /// there. Asked about every request.
    using admission = std::function<boost::asio::awaitable<std::expected<principal, response>>(
        const request& what, const caller& from)>;

    endpoint(server& of, admission admit, endpoint_settings settings = {});

    /// Of which others let in whom they like, and call handle_for() alone.
    explicit endpoint(server& of, endpoint_settings settings = {}) : endpoint(of, nullptr, settings)
    {
    }

    /// Throws nothing but operation_aborted.
    boost::asio::awaitable<response> handle(const request& what, caller& from);

    /// The same for one who has been let in.
    boost::asio::awaitable<response> handle_for(principal who, const request& what, caller& from);

    /// Ends the sessions of those whose rights are no longer what they were.
    void end_sessions_where(const std::function<bool(const principal&)>& gone)
    {
        sessions_.end_where(gone);
    }

    /// Ends all sessions.
    void close() { sessions_.end_all(); }

private:
    /// A request, and what is known about it.
    struct posted {
        const request& what;
        const principal& who;
        caller& from;
        accepted takes{};
        std::string_view version{}; // as its header says
    };

    boost::asio::awaitable<response> post(const request& what, const principal& who, caller& from);
    boost::asio::awaitable<response> post_modern(posted from, mcp::request what);
    boost::asio::awaitable<response> post_single(posted from, message what);
    boost::asio::awaitable<response> post_request(posted from, mcp::request what);
    boost::asio::awaitable<response> post_to_session(posted from, message what);
    boost::asio::awaitable<response> post_batch(posted from, incoming what);
    response open_session(const posted& from, const mcp::request& what);
    response get(const request& what, const principal& who);
    response end_session(const request& what, const principal& who);

    std::optional<error> check_modern(const posted& from, const mcp::request& what);
    std::expected<std::shared_ptr<held_session>, response> session_of(const request& what,
                                                                      const principal& who);

    /// The first message decides: an answer is sent by itself, else everything as a stream.
    /// `reader` has been attached before there was anything to be read.
    boost::asio::awaitable<response> respond(const posted& to,
                                             std::shared_ptr<event_stream> stream,
                                             event_stream::reader reader,
                                             event_style style,
                                             std::function<void()> when_left);

    server& server_;
    admission admit_;
    endpoint_settings settings_;
    held_sessions sessions_;
};

} // namespace thimble::mcp::http
