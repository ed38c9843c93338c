// One link, from the first connection to its end.
#pragma once

#include "async/one_shot_timer.hpp"
#include "daemon/uplink/connector.hpp"
#include "daemon/uplink/disconnect_reason.hpp"
#include "daemon/uplink/heartbeat_watch.hpp"
#include "daemon/uplink/identity.hpp"
#include "daemon/uplink/reconnect.hpp"
#include "daemon/uplink/result_outbox.hpp"
#include "daemon/uplink/service_clock.hpp"
#include "daemon/uplink/stream_outlet.hpp"
#include "daemon/uplink/video_outlet.hpp"
#include "http/websocket/message_pump.hpp"
#include "link/close_reason.hpp"
#include "link/message.hpp"

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/awaitable.hpp>
#include <spdlog/logger.h>

#include <chrono>
#include <expected>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace thimble::daemon {

/// Dependencies of a link. Home thread; all of it outlives the link.
struct link_context {
    boost::asio::any_io_executor home;
    connector& way;
    result_outbox& commands;
    streams& moving;
    video_streams& videos;

    /// Identity of the desktop and the state of its journal, without phones and open jobs.
    std::function<link::hello()> introduce;

    /// The phones that are attached now.
    std::function<std::vector<link::phone_state>()> phones;

    std::shared_ptr<spdlog::logger> log;

    /// The command that enrols this desktop again, for when the service refuses it.
    std::string enroll_again = {};

    /// Blockers of this computer, no matter which phone; may be empty.
    std::function<std::vector<link::blocker>()> host_blockers = {};

    /// For the answer to a request, for the hello to be taken, and for the welcome.
    std::chrono::milliseconds time_to_open{10'000};
};

/// Home thread.
class link_session {
public:
    link_session(const link_context& around, std::string token);
    link_session(const link_session&) = delete;
    link_session& operator=(const link_session&) = delete;

    /// Connects, and lives until either end closes. `welcomed` is called once, when it is made.
    boost::asio::awaitable<disconnect_reason>
    run(std::function<void(const link::welcome&)> welcomed);

    /// A phone has changed.
    void tell(const link::phone_state& phone);

    /// The reasons that keep this computer from having phones are others than before.
    void tell(const link::host_state& host);

    /// Says why, and ends.
    void end(link::close_reason why, std::string_view detail = {});

    /// Ends as soon as nothing is under way and everything is settled.
    void end_when_idle(link::close_reason why);

private:
    using socket = service::websocket::socket;
    using opened = std::expected<socket, disconnect_reason>;

    boost::asio::awaitable<opened>
    open(std::string_view path, std::size_t largest, std::optional<std::int64_t> epoch);
    std::expected<std::string, disconnect_reason> greeting();
    boost::asio::awaitable<std::expected<link::welcome, disconnect_reason>> greet(socket& with);
    boost::asio::awaitable<disconnect_reason> live(socket& messages, socket& pictures);
    void begin(const link::welcome& said);
    std::expected<link::message, disconnect_reason> understand(std::string_view text);
    void receive(const socket::incoming& what);
    void take(link::message what);
    void take(link::command what);
    void take(const link::stream& what);
    void take(const link::heartbeat& what);
    void take(const link::drain& what);
    void heard();
    void note_once(std::string_view what, const std::string& name);

    const link_context& context_;
    std::string token_;
    service::websocket::message_pump messages_;
    service::websocket::message_pump pictures_;
    service_clock clock_;
    std::optional<heartbeat_watch> watch_;
    std::optional<stream_outlet> streams_;             // while the link holds
    std::optional<video_outlet> videos_;               // the same
    std::chrono::steady_clock::time_point greeted_at_; // when the hello went out
    std::chrono::steady_clock::time_point welcomed_at_;
    async::one_shot_timer silence_;
    async::one_shot_timer timeout_; // for a drain
    std::set<std::string> noted_;   // what the log has been told of
};

} // namespace thimble::daemon
