// One action on its way: asked for, started, ended.
#pragma once

#include "async/signal.hpp"
#include "link/command.hpp"
#include "text/trace_context.hpp"

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/awaitable.hpp>
#include <boost/describe/enum.hpp>

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace thimble::service {

enum class job_status : std::uint8_t { pending, running, completed, failed };
BOOST_DESCRIBE_ENUM(job_status, pending, running, completed, failed)

std::string_view to_string(job_status value);
std::optional<job_status> parse_job_status(std::string_view text);

/// State of a job that goes on for long.
struct job_progress {
    std::string step; // "sending"
    double done = 0;  // of the step, from 0 to 1
};

/// Subject of a job, from its beginning to its end.
struct job_subject {
    std::string id; // UUID; ordered by time
    std::string account_id;
    std::string phone_id;
    std::string udid;
    std::string desktop_id; // that it is sent through
    std::string action;
    bool sensitive = false;      // its result holds what is on the clipboard: never written down
    std::string session_id = {}; // whose agent has asked for it; empty: somebody else

    /// Of the request that has made it, with this job as the parent; never written down.
    std::optional<trace_context> trace = {};
};

/// Home thread. Goes from pending over running to one of the final states, which never change.
class job {
public:
    using clock = std::chrono::system_clock;
    using duration = std::chrono::duration<double, std::milli>;

    /// Outcome of a job that is read back.
    struct ending {
        std::optional<clock::time_point> started_at;
        clock::time_point completed_at;
        duration total_time{0};
        link::result result;
        std::string frame_id;
        std::string picture;
    };

    job(const boost::asio::any_io_executor& home, job_subject about);
    job(const boost::asio::any_io_executor& home,
        job_subject about,
        clock::time_point created_at,
        std::optional<ending> ended);

    /// True where it was made by a former run of the service.
    bool recovered() const noexcept { return recovered_; }

    const job_subject& subject() const noexcept { return about_; }
    const std::string& id() const noexcept { return about_.id; }
    const std::string& phone_id() const noexcept { return about_.phone_id; }
    const std::string& action() const noexcept { return about_.action; }

    clock::time_point created_at() const noexcept { return created_at_; }
    std::optional<clock::time_point> started_at() const noexcept { return started_at_; }

    /// Its public status: final once it has been announced.
    job_status status() const noexcept { return status_; }
    bool settled() const noexcept { return settled_; }
    std::optional<clock::time_point> completed_at() const noexcept
    {
        return settled_ ? completed_at_ : std::nullopt;
    }

    /// True where there is a result already, be it announced or not.
    bool has_result() const noexcept { return result_.has_value(); }
    const link::result& result() const { return *result_; }

    /// The id under which its picture can be referred to, if it has one.
    const std::string& frame_id() const noexcept { return frame_id_; }
    void set_frame_id(std::string id) { frame_id_ = std::move(id); }

    /// The name under which its picture is kept, if it is.
    const std::string& picture() const noexcept { return picture_; }

    /// Its picture is kept under that name from now on, not here; empty: nowhere.
    void move_picture_to(std::string name);

    /// The time of the result, and its distance from acceptance.
    clock::time_point ended_at() const { return *completed_at_; }
    duration total_time() const noexcept { return total_time_; }

    void start();

    /// The state of one that goes on at another node of the service.
    void adopt(std::optional<clock::time_point> started_at, std::optional<job_progress> how_far);

    /// Of one that is under way; nothing: it does not say.
    const std::optional<job_progress>& progress() const noexcept { return progress_; }
    void tell_progress(job_progress how_far) { progress_ = std::move(how_far); }

    /// The first time: what came of it, which nobody hears of before announce(). After that only
    /// the outcome of a failure is corrected.
    void settle(link::result answer);

    /// Its end is as safe as it has to be: everybody may know.
    void announce();

    /// Forgets what is not written down, of one whose result is not wholly.
    void forget_confidences();

    /// True, once it has been announced.
    boost::asio::awaitable<bool> until_settled();

private:
    job_subject about_;
    job_status status_ = job_status::pending;
    std::optional<job_progress> progress_;
    bool settled_ = false;
    bool recovered_ = false;
    clock::time_point created_at_;
    std::chrono::steady_clock::time_point accepted_; // durations do not follow the wall clock
    duration total_time_{0};
    std::optional<clock::time_point> started_at_;
    std::optional<clock::time_point> completed_at_;
    std::optional<link::result> result_;
    std::string frame_id_;
    std::string picture_;
    async::signal changed_;
};

using job_ptr = std::shared_ptr<job>;

} // namespace thimble::service
