// Sessions of legacy clients, which come and go by HTTP requests.
#pragma once

#include "mcp/http/event_stream.hpp"
#include "mcp/server.hpp"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>

namespace thimble::mcp::http {

struct session_limits {
    std::size_t of_account = 16;
    std::size_t of_credential = 8; // so that one program leaves room for the account's others
    std::size_t all = 1024;
    std::chrono::seconds idle{1800};              // after that a session is over
    std::size_t kept_bytes = 4UL * 1024 * 1024;   // of events, for clients that come back
    std::size_t stream_bytes = 2UL * 1024 * 1024; // of these, of one stream
    std::size_t streams = 64;                     // of a session
};

/// Home thread.
class held_session {
public:
    using time = std::chrono::steady_clock::time_point;

    held_session(const boost::asio::any_io_executor& home,
                 std::string id,
                 std::shared_ptr<session> what,
                 const session_limits& limits);

    const std::string& id() const noexcept { return id_; }
    session& get() const noexcept { return *session_; }

    /// For what concerns no request; its number is 0.
    const std::shared_ptr<event_stream>& general() const noexcept { return general_; }

    struct numbered_stream {
        std::uint64_t number = 0;
        std::shared_ptr<event_stream> what;
    };

    /// For one request. The oldest that are over are forgotten where there are too many.
    numbered_stream make_stream();

    /// Nothing where it is unknown, or no longer known.
    std::shared_ptr<event_stream> find_stream(std::uint64_t number) const;

    void touch(time now) { last_used_ = now; }
    time last_used() const noexcept { return last_used_; }

    /// True if something is under way or somebody listens.
    bool in_use() const;

    void end();

private:
    void forget_old_streams();

    boost::asio::any_io_executor home_;
    std::string id_;
    std::shared_ptr<session> session_;
    session_limits limits_;
    std::shared_ptr<event_stream> general_;
    std::shared_ptr<outlet> general_outlet_;
    std::map<std::uint64_t, std::shared_ptr<event_stream>> streams_;
    std::uint64_t last_stream_ = 0;
    time last_used_{};
};

/// Home thread.
class held_sessions {
public:
    using time = held_session::time;

    /// `suffix`: behind their ids.
    held_sessions(boost::asio::any_io_executor home,
                  session_limits limits,
                  std::string suffix = {});

    /// Nothing where there are too many and all are in use.
    std::shared_ptr<held_session> hold(std::shared_ptr<session> what, time now);

    /// That account's session; nothing where there is none.
    std::shared_ptr<held_session> find(std::string_view id, const principal& who, time now);

    /// Ends it.
    void end(const std::string& id);
    void end_where(const std::function<bool(const principal&)>& gone);
    void end_all();

    std::size_t size() const noexcept { return sessions_.size(); }

private:
    void forget_idle(time now);
    bool make_room(const principal& who);

    boost::asio::any_io_executor home_;
    session_limits limits_;
    std::string suffix_;
    std::map<std::string, std::shared_ptr<held_session>, std::less<>> sessions_;
};

} // namespace thimble::mcp::http
