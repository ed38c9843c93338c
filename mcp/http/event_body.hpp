// The body of an answer that is a stream of server-sent events.
#pragma once

#include "http/open_body.hpp"
#include "http/response.hpp"
#include "http/upgraded_connection.hpp"
#include "mcp/http/event_stream.hpp"

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <string>

namespace thimble::mcp::http {

struct event_style {
    std::optional<std::uint64_t> stream = std::nullopt; // events have ids, to come back to
    bool primed = false; // the first one has nothing but its id and a time to come back
    std::chrono::milliseconds retry{1000}; // that time
    std::chrono::milliseconds keep_alive{15'000};
    std::chrono::milliseconds write_time{30'000};
};

/// Home thread. Ends with the stream, with the client, or when another reader takes over.
class event_body : public service::http::upgraded_connection {
public:
    /// From the event after `from` on. `when_left` is called where the client went before the end.
    event_body(std::shared_ptr<event_stream> what,
               event_stream::reader as,
               std::uint64_t from,
               event_style style,
               std::function<void()> when_left);
    event_body(const event_body&) = delete;
    event_body& operator=(const event_body&) = delete;
    ~event_body() override { leave(); } // it may never have been run: the client broke the rules

    boost::asio::awaitable<void> run(service::http::stream with,
                                     service::http::request first) override;
    void drain() override;

private:
    void leave();
    boost::asio::awaitable<void> write_events();
    boost::asio::awaitable<bool> write_ready_events();
    boost::asio::awaitable<bool> write(std::string text);
    std::string text_of(const stream_event& what) const;
    std::string id_of(std::uint64_t number) const;

    std::shared_ptr<event_stream> stream_;
    event_stream::reader reader_;
    std::uint64_t written_;
    event_style style_;
    std::function<void()> when_left_;
    std::optional<service::http::open_body> body_;
    bool finished_ = false; // we have said all, or want to say no more
    bool draining_ = false;
    bool left_ = false;
};

/// The head of such an answer.
service::http::response event_response(std::shared_ptr<event_body> body);

} // namespace thimble::mcp::http
