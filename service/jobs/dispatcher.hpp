// Sends commands to desktops, keeps their time, settles their jobs.
#pragma once

#include "async/task_group.hpp"
#include "contract/failure.hpp"
#include "service/jobs/job_limits.hpp"
#include "service/jobs/jobs.hpp"
#include "service/phones/phones.hpp"
#include "text/trace_context.hpp"
#include "text/uuid.hpp"

#include <boost/asio/any_io_executor.hpp>
#include <spdlog/logger.h>

#include <chrono>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace thimble::service {

/// The waiter for a job: the request itself, or a later question.
enum class waiting : std::uint8_t { sync, async };

/// An action for a phone.
struct order {
    phone_ptr phone;
    std::shared_ptr<desktop> via;
    link::action what;
    std::optional<link::coordinate_space> space;
    waiting mode = waiting::sync;
    bool observed = false;               // the desktop looks at what comes of it
    std::function<void(job&)> when_done; // after success, before anybody hears of it; may be empty
    bool kept = false;                   // as a job that can be asked about
    jobs::also_in_transaction with = {}; // committed together with the job, if it is kept
    std::string name = {};             // of what the job does, where `via` knows better than `what`
    std::chrono::milliseconds time{0}; // that it may take, beside that of any action
    std::string session_id = {};       // whose agent asks for it; empty: somebody else
    std::optional<trace_context> trace = {}; // of the request that asks for it
};

/// Home thread. Every order is sent once and never again.
class dispatcher {
public:
    dispatcher(boost::asio::any_io_executor home,
               jobs& kept,
               const job_limits& granted,
               std::shared_ptr<spdlog::logger> log);

    /// Writes it down if it is kept, then sends it, behind what was sent before. QUEUE_FULL when
    /// too much is under way already.
    boost::asio::awaitable<result<job_ptr>> submit(order what);

    /// The caller does not want it any more: CANCELLED, unless it has started.
    void withdraw(const std::string& job_id);

    /// Another node has the job by now: what has not been sent never is. A desktop that has it goes
    /// on with it, and the caller hears what comes of it.
    void let_go(const std::string& job_id);

    /// Nobody wants it any more, even if it has started: it ends as soon as its finger is up. The
    /// job ends within `cancel_time` in any case.
    void cancel(const std::string& job_id);

    /// Number of a phone's input actions that have not ended.
    std::size_t queue_depth(const std::string& phone_id) const;

    /// Commands that have not ended: of all phones, and of the fullest lane of one.
    std::size_t under_way() const;
    std::size_t longest_queue() const;

    /// True for one that is under way, kept as a job, and has no result yet.
    bool is_kept_open(const std::string& job_id) const;

    /// Ids of those that are kept as jobs and have no result yet.
    std::vector<std::string> kept_under_way() const;

    /// Hears of every job that has ended, as all do who have asked for it before.
    void when_settled(std::function<void(const job&)> then)
    {
        when_settled_.push_back(std::move(then));
    }

    /// Hears whenever less is under way on a phone, by its id. One listener, which may be called
    /// even when the dispatcher is gone.
    void when_less(std::function<void(const std::string& phone_id)> then)
    {
        *when_less_ = std::move(then);
    }

    /// Likewise whenever more is.
    void when_more(std::function<void(const std::string& phone_id)> then)
    {
        when_more_ = std::move(then);
    }

    /// Asked before each command goes out: NODE_CUT_OFF where it must not.
    void ask_before_sending(std::function<bool()> may_send) { may_send_ = std::move(may_send); }

    /// Ends everything that is under way.
    boost::asio::awaitable<void> close();

private:
    struct in_flight_command;
    using lane_of_phone = std::pair<std::string, link::lane>;

    /// Counts as long as the command is under way.
    using slot = std::shared_ptr<void>;

    boost::asio::awaitable<link::result> ask(std::shared_ptr<in_flight_command> what);
    boost::asio::awaitable<void> deliver(std::shared_ptr<in_flight_command> what);
    boost::asio::awaitable<void> carry_out(std::shared_ptr<in_flight_command> what);
    void end_broken(in_flight_command& what, std::string_view problem);
    static jobs::stored letting_go_of(const in_flight_command& what);
    void start(const std::shared_ptr<in_flight_command>& what);
    void keep_time(const std::shared_ptr<in_flight_command>& what);
    void give_up(const std::shared_ptr<in_flight_command>& what);
    slot take_slot(const std::string& phone_id, link::lane in);
    job_subject subject_of(const order& what);
    bool settle(in_flight_command& what, link::result answer);
    void settle_late(in_flight_command& what);
    void call_when_done(in_flight_command& what);
    void announce(job& what);
    void check_executor(const in_flight_command& what, link::result& answer) const;

    boost::asio::any_io_executor home_;
    jobs& kept_;
    job_limits limits_;
    ordered_uuids ids_;
    std::shared_ptr<spdlog::logger> log_;
    std::map<lane_of_phone, std::shared_ptr<std::size_t>> under_way_;
    std::map<std::string, std::shared_ptr<in_flight_command>>
        in_flight_; // by job id, until answered
    std::vector<std::function<void(const job&)>> when_settled_;
    std::function<bool()> may_send_; // may be empty
    std::shared_ptr<std::function<void(const std::string&)>> when_less_ =
        std::make_shared<std::function<void(const std::string&)>>();
    std::function<void(const std::string&)> when_more_; // may be empty
    async::task_group tasks_;
};

} // namespace thimble::service
