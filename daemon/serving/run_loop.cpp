#include "daemon/serving/run_loop.hpp"

#include "async/aborted.hpp"
#include "async/exception_text.hpp"
#include "async/home_watch.hpp"
#include "async/race.hpp"
#include "async/sleep.hpp"
#include "daemon/control/control_sockets.hpp"
#include "program/early_exit.hpp"
#include "program/service_manager.hpp"
#include "program/slow_handlers.hpp"

#include <csignal>
#include <thread>

namespace thimble::daemon {

namespace asio = boost::asio;
using namespace std::chrono_literals;

namespace {

constexpr service::http::limits control_limits{.connections = 32, .request_time = 5s};
constexpr std::chrono::milliseconds longest_wait_for_calls = 2s;
constexpr std::chrono::milliseconds look_at_calls = 10ms;
constexpr std::chrono::milliseconds control_drain = 500ms; // actions have ended by then

double seconds_in(std::chrono::milliseconds time)
{
    return std::chrono::duration<double>(time).count();
}

} // namespace

run_loop::run_loop(asio::io_context& context,
                   run_loop_options options,
                   journal& records,
                   std::shared_ptr<spdlog::logger> log)
    : context_(context), log_(std::move(log)),
      owned_(options.runtime_directory,
             control_socket_in(options.runtime_directory),
             options.tunnels && options.images.has_value()),
      apps_(options.state_dir.empty()
                ? nullptr
                : std::make_unique<app_installations>(
                      context_.get_executor(),
                      app_changes(app_record(options.state_dir), options.runtime_directory))),
      upkeep_(make_upkeep(options)),
      host_(context.get_executor(),
            {.claim = [this](const std::string& udid) { return owned_.claim(udid); },
             .on_phone = std::move(options.on_phone),
             .on_host = std::move(options.on_host),
             .warnings =
                 [this](const std::string& udid) {
                     return upkeep_ ? upkeep_->warnings_of(udid) : std::vector<device::warning>();
                 },
             .record_to = std::move(options.record_to),
             .most_live_frames = options.most_live_frames,
             .tunnels = options.tunnels,
             .runners = options.runners,
             .runner_restarts = device::restarts_of_ten_minutes(options.runner_restarts),
             .runner_package = packages_of_runners(options.state_dir),
             .images = std::move(options.images),
             .host_uuid = std::move(options.host_uuid),
             .state_dir = options.state_dir},
            records,
            log_),
      say_goodbye_(std::move(options.shut_down)), longest_farewell_(options.longest_farewell),
      end_at_once_(std::move(options.end_at_once)), directory_(options.runtime_directory),
      app_look_(options.app_look), answers_(context.get_executor(), host_, log_),
      control_(context.get_executor(), answers_, control_limits, {}, nullptr, log_),
      signals_(context, SIGINT, SIGTERM), shutdown_deadline_(context), exit_code_(service::exit_ok)
{
}

std::expected<void, std::string> run_loop::open(std::vector<service::reloadable> at_hangup)
{
    reload_.emplace(context_.get_executor(), std::move(at_hangup), log_);
    remove_dead_sockets(directory_);
    try {
        control_.open(control_socket_in(directory_));
    } catch (const std::exception& problem) {
        return std::unexpected(problem.what());
    }
    return {};
}

int run_loop::run(asio::awaitable<void> serve)
{
    bool ended = false;
    asio::co_spawn(context_, live(std::move(serve)), [&ended](const std::exception_ptr& problem) {
        ended = true;
        async::rethrow(problem);
    });
    async::home_watch watch(context_, service::slow_handlers_to(log_));
    while (!ended && watch.run_one() > 0) {
    }
    run_what_is_left();
    wait_for_calls();
    if (blocking_calls() > 0)
        end_without_destructors(exit_code_);
    return exit_code_;
}

/// From here on a signal does what it does to any process.
void run_loop::run_what_is_left()
{
    signals_.cancel();
    signals_.clear();
    shutdown_deadline_.cancel();
    context_.run_for(longest_farewell_);
    if (!context_.stopped())
        end_hanging();
}

/// The first of these to end takes the others with it.
asio::awaitable<void> run_loop::live(asio::awaitable<void> serve)
{
    co_await async::race(ends_all(until_signalled(), "the wait for signals"),
                         ends_all(std::move(serve), "serving"),
                         ends_all(host_.run(), "the watch for phones"),
                         ends_all(control_.run(control_drain), "the control socket"),
                         ends_all(keep_apps(), "the care of installed apps"),
                         ends_all(reload_->run(), "the wait for SIGHUP"),
                         ends_all(service::notify_watchdog(), "the watchdog"));
    host_.end_streams(); // whichever part has ended
}

/// A part that fails ends everything; only its cancellation is no failure.
asio::awaitable<void> run_loop::ends_all(asio::awaitable<void> part, std::string what)
{
    try {
        co_await std::move(part);
    } catch (const std::exception& problem) {
        async::throw_if_aborted(problem);
        fail(what, problem.what());
    }
    set_farewell(); // the other parts may not let themselves be cancelled
}

std::size_t run_loop::blocking_calls() const
{
    return host_.fleet().stuck_calls() + (apps_ ? apps_->calls_under_way() : 0) +
           (upkeep_ ? upkeep_->calls_under_way() : 0);
}

/// Most are over within milliseconds. An app that is being sent is not wanted any more by now: what
/// has been sent is taken off the phone again, if that answers.
void run_loop::wait_for_calls() const
{
    const auto end = std::chrono::steady_clock::now() + longest_wait_for_calls;
    while (blocking_calls() > 0 && std::chrono::steady_clock::now() < end)
        std::this_thread::sleep_for(look_at_calls);
}

/// Nobody finds this one any more, who would take it for one that hangs.
void run_loop::end_without_destructors(int code)
{
    std::error_code ignored;
    std::filesystem::remove(control_socket_in(directory_), ignored);
    end_at_once_(code);
}

std::unique_ptr<app_upkeep> run_loop::make_upkeep(const run_loop_options& options)
{
    if (options.state_dir.empty())
        return nullptr;
    return std::make_unique<app_upkeep>(
        context_.get_executor(),
        app_changes(app_record(options.state_dir), options.runtime_directory),
        upkeep_options{.look = options.app_look,
                       .is_free = [this](const std::string& udid) { return is_free(udid); }},
        log_);
}

/// Attached, watched by nobody, and not driven since the look before.
bool run_loop::is_free(const std::string& udid)
{
    const auto watched = host_.streams().count(udid) + host_.videos().count(udid);
    if (host_.fleet().find(udid) == nullptr || watched > 0)
        return false;
    const auto used = host_.executor().last_used(udid);
    return !used || std::chrono::steady_clock::now() - *used > app_look_;
}

asio::awaitable<void> run_loop::keep_apps()
{
    if (upkeep_)
        co_return co_await upkeep_->run();
    co_await async::sleep_until(std::chrono::steady_clock::time_point::max());
}

void run_loop::fail(std::string_view what, std::string_view why)
{
    log_->critical("{} ended: {}", what, why);
    exit_code_ = service::exit_failed;
}

asio::awaitable<void> run_loop::until_signalled()
{
    const int which = co_await signals_.async_wait(asio::use_awaitable);
    service::tell_stopping();
    log_->info("ending on {}", which == SIGINT ? "SIGINT" : "SIGTERM");
    set_farewell();
    co_await host_.shut_down();
    if (say_goodbye_)
        co_await say_goodbye_();
}

/// Nobody waits for ever: a further signal, or the time, ends what hangs. Begins once, with the
/// first signal or with the first part that ends.
void run_loop::set_farewell()
{
    if (std::exchange(farewell_set_, true))
        return;
    signals_.async_wait([this](const boost::system::error_code& cancelled, int which) {
        if (!cancelled)
            end_without_destructors(128 + which);
    });
    shutdown_deadline_.expires_after(longest_farewell_);
    shutdown_deadline_.async_wait([this](const boost::system::error_code& cancelled) {
        if (!cancelled)
            end_hanging();
    });
}

void run_loop::end_hanging()
{
    log_->warn("something still hangs after {} s; ending all the same",
               seconds_in(longest_farewell_));
    end_without_destructors(exit_code_);
}

} // namespace thimble::daemon
