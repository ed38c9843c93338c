// Requests between nodes for what only one of them has, in its memory or on its disk.
#pragma once

#include "async/task_group.hpp"
#include "bus/message_bus.hpp"
#include "service/nodes/channel.hpp"
#include "text/trace_context.hpp"

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/awaitable.hpp>
#include <spdlog/logger.h>

#include <chrono>
#include <cstddef>
#include <expected>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace thimble::service::nodes {

/// Home thread. A request changes nothing that may not be asked for twice; it is sent once all the
/// same, to each node with a lease.
class peer_requests {
public:
    struct dependencies {
        boost::asio::any_io_executor home;
        bus::message_bus& over;
        channel& out;
        std::function<std::vector<std::string>()> others; // ids of those with a lease
        std::shared_ptr<spdlog::logger> log;
    };

    explicit peer_requests(dependencies given);

    /// Nothing: this node does not have it. Its kind is of no account.
    using answerer = std::function<boost::asio::awaitable<std::optional<envelope>>(envelope asked)>;

    /// Answers requests of that kind from now on.
    void answer(std::string kind, answerer by)
    {
        answerers_.insert_or_assign(std::move(kind), std::move(by));
    }

    struct answers {
        std::vector<envelope> found; // of those that have it
        bool complete = true;        // each has answered in time, or is gone
    };

    /// Of all, at the same time. `trace` is that of the client's request for which it is asked.
    boost::asio::awaitable<answers> ask_all(envelope what,
                                            std::chrono::milliseconds deadline,
                                            const std::optional<trace_context>& trace = {})
    {
        return ask(followed(std::move(what), trace), deadline, false);
    }

    /// Of the first that has it: the others are not waited for.
    boost::asio::awaitable<answers> ask_for_one(envelope what,
                                                std::chrono::milliseconds deadline,
                                                const std::optional<trace_context>& trace = {})
    {
        return ask(followed(std::move(what), trace), deadline, true);
    }

    boost::asio::awaitable<void> close();

private:
    struct gathering;
    using awaited_reply = boost::asio::awaitable<std::expected<std::string, bus::no_reply>>;

    static envelope followed(envelope what, const std::optional<trace_context>& trace);
    boost::asio::awaitable<answers>
    ask(envelope what, std::chrono::milliseconds deadline, bool one_is_enough);
    static boost::asio::awaitable<void> gather(std::shared_ptr<gathering> into, awaited_reply from);
    void take(const bus::message& what);
    boost::asio::awaitable<void> reply_to(bus::message asked, envelope what);

    dependencies context_;
    std::map<std::string, answerer> answerers_; // by kind
    async::task_group asking_;
    async::task_group answering_;
    bus::subscription heard_; // last: ends before what it fills
};

} // namespace thimble::service::nodes
