// HTTP requests about what lives at one node, answered there and passed on by the node that was
// asked.
#pragma once

#include "async/signal.hpp"
#include "async/task_group.hpp"
#include "bus/message_bus.hpp"
#include "http/request.hpp"
#include "http/response.hpp"
#include "service/nodes/channel.hpp"

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/awaitable.hpp>
#include <boost/asio/local/stream_protocol.hpp>
#include <spdlog/logger.h>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>

namespace thimble::service::nodes {

/// Home thread. A request is passed on once: the other node may have done what it asks for. Its
/// answer is one message, or a head and parts, each of which is sent again until it is taken; the
/// next part follows then, so that a slow client holds up nobody but itself. WebSockets are not
/// passed on.
class forwarded_requests {
public:
    struct dependencies {
        boost::asio::any_io_executor home;
        channel& out;
        std::function<bool(const std::string& node)> is_live;

        /// Answers a request that came to another node.
        std::function<boost::asio::awaitable<http::response>(const http::request& what,
                                                             http::caller& from)>
            answer;
        std::shared_ptr<spdlog::logger> log;
    };

    explicit forwarded_requests(dependencies with);

    /// The answer of that node. `what` and `from` outlive the coroutine. Throws nothing but
    /// operation_aborted.
    boost::asio::awaitable<http::response>
    pass_on(std::string node, const http::request& what, http::caller& from);

    /// A message of another node about one.
    void take(const bus::message& asked, const envelope& what);

    /// With every beat: nodes say which of this one's requests they do not answer any more.
    void renew();

    /// That node is gone, with what it has answered and what it waits for.
    void forget(const std::string& node);

    /// This node must not answer: its clients hear no more of what others send.
    void give_up();

    /// This node ends: it takes no more requests of others, and its streams to them end.
    void drain();

    /// Returns when those that it has taken are answered, or after that time.
    boost::asio::awaitable<void> until_idle(std::chrono::steady_clock::duration time);

    boost::asio::awaitable<void> close();

    /// A request of this node's client that another one answers.
    struct awaited {
        awaited(const boost::asio::any_io_executor& home, std::string at)
            : node(std::move(at)), changed(home)
        {
        }

        std::string node;
        std::optional<http::response> answer = {};
        bool goes_on = false; // as a stream
        std::deque<std::string> parts = {};
        std::size_t bytes = 0;                   // of them
        std::int64_t next = 1;                   // number of the part that comes next
        std::optional<bus::message> unread = {}; // taken, which is said once there is room
        bool ended = false;                      // all parts have come
        bool over = false;                       // nobody waits for more, or nobody sends any
        async::signal changed;

        bool all_has_come() const { return ended || (answer && !goes_on); }
    };

private:
    /// A request of another node's client that this one answers.
    struct served {
        served(std::string whose, http::caller client)
            : node(std::move(whose)), from(std::move(client))
        {
        }

        std::string node;
        http::caller from;
        bool left = false;                                              // nobody waits for more
        boost::asio::local::stream_protocol::socket* far_end = nullptr; // of its stream
        std::weak_ptr<http::upgraded_connection> body = {};             // the same, while it runs
    };
    using served_ptr = std::shared_ptr<served>;

    void begin(const bus::message& asked, const envelope& what, const std::string& id);
    void tell_ended(const envelope& what);
    void tell_gone(const std::string& node, const std::string& id);
    void hear(const bus::message& asked, const envelope& what, const std::string& id);
    static void end_wait(awaited& which);
    static void leave(served& which);
    boost::asio::awaitable<void> serve(std::string id, served_ptr whose, http::request what);
    boost::asio::awaitable<void>
    stream(std::string id, served_ptr whose, http::response begun, http::request what);
    boost::asio::awaitable<void> send_parts(std::string id, served_ptr whose);
    boost::asio::awaitable<bool> tell(served_ptr whose, envelope what);
    std::shared_ptr<void> until_left(const std::string& id, std::shared_ptr<awaited> what);

    dependencies with_;
    async::task_group tasks_;
    std::map<std::string, std::shared_ptr<awaited>> awaited_; // by the request's id
    std::map<std::string, served_ptr> served_;                // the same
    bool draining_ = false;
    std::shared_ptr<bool> alive_ = std::make_shared<bool>(true);
};

} // namespace thimble::service::nodes
