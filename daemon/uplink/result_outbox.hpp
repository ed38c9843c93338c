// The commands that came over links, and their results until the service has them.
#pragma once

#include "daemon/execution/executor.hpp"
#include "daemon/execution/journal.hpp"
#include "http/websocket/outbox.hpp"
#include "link/message.hpp"

#include <boost/asio/any_io_executor.hpp>
#include <spdlog/logger.h>

#include <chrono>
#include <cstddef>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace thimble::daemon {

/// Limits of the results that are kept until the service settles them. More commands are refused.
struct result_outbox_limits {
    std::size_t results = 1'000;            // and commands under way
    std::size_t bytes = 64UL * 1024 * 1024; // of results with their pictures
};

/// Home thread. Outlives every link: a command goes on when its link breaks, and its result is said
/// on each new link until the service has settled it.
class result_outbox {
public:
    /// All of it outlives the commands under way.
    result_outbox(boost::asio::any_io_executor home,
                  executor& commands,
                  journal& records,
                  std::shared_ptr<spdlog::logger> log,
                  result_outbox_limits granted = {});
    result_outbox(const result_outbox&) = delete;
    result_outbox& operator=(const result_outbox&) = delete;

    /// Where results go while there is a link.
    struct outlets {
        service::websocket::outbox& messages;
        service::websocket::outbox& pictures;
        std::size_t largest_picture; // bytes, as the welcome says
    };

    /// For hello: everything that has no settled result.
    std::vector<link::open_job> open_jobs() const;

    /// The link is made. `wanted` is what its welcome names: their results are said again, all
    /// others are forgotten.
    void attach(const outlets& to, const std::vector<std::string>& wanted);

    /// The link is over.
    void detach();

    /// `what` expires by the clock of this machine. Beyond the limits it is answered with
    /// QUEUE_FULL and not sent to the phone.
    void execute(link::command what);

    /// A command with an action that this version does not have. The answer is not kept: the
    /// service sends what it has no answer to once more.
    void refuse(const link::unknown_command& what);

    void cancel(const link::cancel& what);
    void settle(const std::string& job_id);

    /// Results that the service has not settled.
    std::size_t unsettled() const noexcept { return results_.size(); }

    /// Nothing is under way, and nothing is unsettled.
    bool idle() const noexcept { return under_way_.empty() && results_.empty(); }

    /// Hears whenever it has become idle.
    void when_idle(std::function<void()> then) { when_idle_ = std::move(then); }

private:
    boost::asio::awaitable<void> carry_out(link::command what);
    boost::asio::awaitable<void> tell_again(std::string job_id);
    void keep(link::result what);
    void say(const link::result& what);
    void send_picture(const std::string& job_id);
    std::optional<screen::bytes> picture_of(const std::string& job_id, std::size_t largest) const;
    void say(const link::message& what);
    void forget(const std::string& job_id);
    void look_whether_idle();
    bool full() const noexcept;

    boost::asio::any_io_executor home_;
    executor& commands_;
    journal& journal_;
    std::shared_ptr<spdlog::logger> log_;
    result_outbox_limits limits_;
    std::optional<outlets> out_;
    std::set<std::string> under_way_;             // job ids
    std::map<std::string, link::result> results_; // by job id: not settled
    std::map<std::string, std::size_t> sizes_;    // of these, in bytes
    std::size_t bytes_ = 0;                       // of all of them
    std::set<std::string> unsent_;                // job ids: their pictures wait for their turn
    std::function<void()> when_idle_;
};

} // namespace thimble::daemon
