// Drives the phones itself, for the length of one debug action.
#pragma once

#include "daemon/control/ownership.hpp"
#include "daemon/debug_forms/debug_action.hpp"
#include "daemon/serving/debug_answers.hpp"
#include "daemon/settings/options.hpp"

#include <boost/asio/io_context.hpp>

#include <filesystem>
#include <memory>
#include <optional>
#include <string>

namespace thimble::daemon {

/// Has a home thread of its own: the caller's, in run(). The journal outlives it.
class debug_owner {
public:
    debug_owner(const options& given,
                const std::filesystem::path& runtime_directory,
                journal& records,
                const std::shared_ptr<spdlog::logger>& log);

    /// Waits for the phone to be ready, as long as --wait says, telling on stderr what for, and
    /// does the action. SIGINT and SIGTERM end it as soon as the finger is up.
    control_answer run(const debug_action& what);

    /// True when a blocking call has been left behind; then this must not be destroyed.
    bool hangs() const { return host_.fleet().stuck_calls() > 0; }

private:
    using clock = std::chrono::steady_clock;

    boost::asio::awaitable<void> live(debug_action what);
    boost::asio::awaitable<void> act_and_leave(debug_action what);
    boost::asio::awaitable<control_answer> act(debug_action what);
    boost::asio::awaitable<chosen_phone> until_usable(link::action what);
    boost::asio::awaitable<void> until_surveyed();
    boost::asio::awaitable<void> until_introduced();
    boost::asio::awaitable<void> tick();
    boost::asio::awaitable<void> until_signalled();

    clock::duration waited() const { return clock::now() - started_; }
    bool worth_waiting(const chosen_phone& phone) const;
    void tell_progress(const chosen_phone& phone);

    std::optional<std::string> wanted_; // id, UDID or name
    std::string chosen_;                // UDID of that phone, once it is known
    std::chrono::seconds attachment_limit_;
    std::chrono::seconds ready_limit_;
    boost::asio::io_context context_{1};
    ownership ownership_;
    phone_host host_;
    clock::time_point started_ = clock::now();
    std::string told_; // the last progress
    control_answer answer_;
};

} // namespace thimble::daemon
