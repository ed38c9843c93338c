// A thimbled that holds phones, until a signal ends it: what local mode and the connected daemon
// share.
#pragma once

#include "daemon/control/ownership.hpp"
#include "daemon/execution/journal.hpp"
#include "daemon/execution/phone_host.hpp"
#include "daemon/installed_apps/app_installations.hpp"
#include "daemon/installed_apps/app_upkeep.hpp"
#include "daemon/serving/control_handler.hpp"
#include "daemon/serving/end_at_once.hpp"
#include "daemon/settings/runner_settings.hpp"
#include "http/listener.hpp"
#include "program/reload.hpp"

#include <boost/asio/io_context.hpp>
#include <boost/asio/signal_set.hpp>
#include <boost/asio/steady_timer.hpp>
#include <spdlog/logger.h>

#include <chrono>
#include <expected>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace thimble::daemon {

struct run_loop_options {
    std::filesystem::path runtime_directory;

    /// Called with the whole state of a phone after anything about it has changed, while run()
    /// runs.
    std::function<void(const link::phone_state&)> on_phone;

    /// Called when what keeps this computer from having phones is another than before, likewise;
    /// may be empty.
    std::function<void(const std::vector<link::blocker>&)> on_host = {};

    /// Last work, after the actions and before everything else ends; may be empty.
    std::function<boost::asio::awaitable<void>()> shut_down = {};

    std::optional<std::filesystem::path> record_to;   // of the conversation with the phones
    int most_live_frames = device::usual_live_frames; // a second
    bool tunnels = false;                             // to phones' own services
    bool runners = false;                             // installed ones are kept running
    int runner_restarts = usual_runner_restarts;      // of one phone within ten minutes
    std::optional<device::images::mount_settings> images = {}; // nothing: none is mounted
    std::string host_uuid = {};                                // by which phones know this computer

    /// Of the record of installed apps, and of phones' touches; empty: none is kept.
    std::filesystem::path state_dir = {};
    std::chrono::milliseconds app_look{30'000}; // between two looks at it and at the apps' files

    /// From a signal, or from the first part that ends, to the end of the process, whatever still
    /// hangs.
    std::chrono::milliseconds longest_farewell{5000};

    /// Ends the process with this exit code while something still hangs; does not return.
    std::function<void(int)> end_at_once = &daemon::end_at_once;
};

/// The phones of this machine, the control socket that tells of them, and the signals. Home thread:
/// the one that calls run().
class run_loop {
public:
    /// The context has one thread; it and the journal outlive this.
    run_loop(boost::asio::io_context& context,
             run_loop_options options,
             journal& records,
             std::shared_ptr<spdlog::logger> log);

    /// Answers the other paths over the control socket, in local mode; it outlives run().
    void answer_beside(service::http::handler& others) { answers_.set_beside(&others); }

    /// Answers clients of the Model Context Protocol over the control socket.
    void answer_mcp_with(control_handler::mcp_opener open) { answers_.set_mcp(std::move(open)); }

    /// Opens the control socket; from then on SIGHUP reloads what is given. An error is a sentence.
    std::expected<void, std::string> open(std::vector<service::reloadable> at_hangup);

    /// Installs apps that come from elsewhere; nullptr: no record is kept of any.
    app_installations* apps() noexcept { return apps_.get(); }

    phone_host& phones() noexcept { return host_; }
    const phone_host& phones() const noexcept { return host_; }

    /// Runs `serve` and everything of its own until one of them ends or SIGINT or SIGTERM comes,
    /// which lets actions under way end first; `serve` is cancelled then. Ends within seconds of
    /// it, whatever still hangs; a further signal ends the process at once. Called once, after
    /// open(). Returns the process's exit code: exit_failed where a part has failed.
    int run(boost::asio::awaitable<void> serve);

private:
    boost::asio::awaitable<void> live(boost::asio::awaitable<void> serve);
    boost::asio::awaitable<void> ends_all(boost::asio::awaitable<void> part, std::string what);
    bool is_free(const std::string& udid);
    std::size_t blocking_calls() const;
    void wait_for_calls() const;
    std::unique_ptr<app_upkeep> make_upkeep(const run_loop_options& options);
    boost::asio::awaitable<void> keep_apps();
    void fail(std::string_view what, std::string_view why);
    boost::asio::awaitable<void> until_signalled();
    void set_farewell();
    void end_hanging();
    void end_without_destructors(int code);
    void run_what_is_left();

    boost::asio::io_context& context_;
    std::shared_ptr<spdlog::logger> log_;
    ownership owned_;
    std::unique_ptr<app_installations> apps_; // these are nullptr where no record is kept
    std::unique_ptr<app_upkeep> upkeep_;
    phone_host host_;
    std::function<boost::asio::awaitable<void>()> say_goodbye_;
    std::chrono::milliseconds longest_farewell_;
    std::function<void(int)> end_at_once_;
    std::filesystem::path directory_; // the runtime directory
    std::chrono::milliseconds app_look_;
    control_handler answers_;
    service::http::listener control_;
    std::optional<service::hangup_reload> reload_; // once open
    boost::asio::signal_set signals_;
    boost::asio::steady_timer shutdown_deadline_;
    bool farewell_set_ = false;
    int exit_code_;
};

} // namespace thimble::daemon
