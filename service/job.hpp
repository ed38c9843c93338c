// One action on its way: asked for, started, ended.
#pragma once

#include "async/signal.hpp"
#include "link/command.hpp"

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/awaitable.hpp>

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace thimble::service {

enum class job_status : std::uint8_t { pending, running, completed, failed };

std::string_view to_string(job_status value);
std::optional<job_status> parse_job_status(std::string_view text);

/// Home thread. Goes from pending over running to one of the final states, which never change.
class job {
public:
    using clock = std::chrono::system_clock;

    job(const boost::asio::any_io_executor& home, std::string phone_id, std::string_view action);

    const std::string& id() const noexcept { return id_; }
    const std::string& phone_id() const noexcept { return phone_id_; }
    const std::string& action() const noexcept { return action_; }
    job_status status() const noexcept { return status_; }
    bool settled() const noexcept { return result_.has_value(); }

    clock::time_point created_at() const noexcept { return created_at_; }
    std::optional<clock::time_point> started_at() const noexcept { return started_at_; }
    std::optional<clock::time_point> completed_at() const noexcept { return completed_at_; }

    /// What came of it; once it is settled.
    const link::result& result() const { return *result_; }

    /// The id under which its picture can be referred to, if it has one.
    const std::string& frame_id() const noexcept { return frame_id_; }
    void set_frame_id(std::string id) { frame_id_ = std::move(id); }

    /// From acceptance to the end, once it is settled.
    std::chrono::duration<double, std::milli> total_time() const noexcept;

    void start();

    /// The first time: the final state. After that only the outcome of a failure is corrected.
    void settle(link::result answer);

    /// Forgets its picture, which costs memory.
    void drop_picture();

    /// True, once it has ended.
    boost::asio::awaitable<bool> until_settled();

private:
    std::string id_;
    std::string phone_id_;
    std::string action_;
    job_status status_ = job_status::pending;
    clock::time_point created_at_;
    std::chrono::steady_clock::time_point accepted_; // durations do not follow the wall clock
    std::chrono::steady_clock::time_point ended_;
    std::optional<clock::time_point> started_at_;
    std::optional<clock::time_point> completed_at_;
    std::optional<link::result> result_;
    std::string frame_id_;
    async::signal changed_;
};

} // namespace thimble::service
