#include "daemon/run_loop.hpp"

#include "daemon/end_at_once.hpp"
#include "service/setup/early_end.hpp"
#include "service/setup/service_manager.hpp"

#include <boost/asio/experimental/awaitable_operators.hpp>

#include <csignal>

namespace thimble::daemon {

namespace asio = boost::asio;

namespace {

/// From the signal to the end of the process, whatever still hangs.
constexpr std::chrono::seconds longest_farewell{5};

} // namespace

run_loop::run_loop(asio::io_context& context,
                   run_loop_options options,
                   journal& records,
                   std::shared_ptr<spdlog::logger> log)
    : context_(context), log_(std::move(log)),
      owned_(options.runtime_directory, control_socket::path_in(options.runtime_directory)),
      host_(context.get_executor(),
            {.claim = [this](const std::string& udid) { return owned_.claim(udid); },
             .on_phone = std::move(options.on_phone),
             .record_to = std::move(options.record_to),
             .most_live_frames = options.most_live_frames},
            records,
            log_),
      say_goodbye_(std::move(options.say_goodbye)),
      control_(
          context.get_executor(), control_socket::path_in(options.runtime_directory), host_, log_),
      signals_(context, SIGINT, SIGTERM), farewell_(context), exit_code_(service::exit_ok)
{
}

std::expected<void, std::string> run_loop::open(std::vector<service::reloadable> at_hangup)
{
    reload_.emplace(context_.get_executor(), std::move(at_hangup), log_);
    return control_.open();
}

int run_loop::run(asio::awaitable<void> serve)
{
    asio::co_spawn(context_, live(std::move(serve)), [](const std::exception_ptr& problem) {
        if (problem)
            std::rethrow_exception(problem);
    });
    context_.run();
    if (host_.fleet().stuck_calls() > 0)
        end_at_once(exit_code_);
    return exit_code_;
}

/// The first of these to end takes the others with it.
asio::awaitable<void> run_loop::live(asio::awaitable<void> serve)
{
    using asio::experimental::awaitable_operators::operator||;
    co_await (until_signalled() || ends_all(std::move(serve), "serving") ||
              ends_all(host_.run(), "the watch for phones") ||
              ends_all(control_.run(), "the control socket") || reload_->run() ||
              service::pat_watchdog());
    host_.end_streams(); // whichever part has ended
    signals_.cancel();
    farewell_.cancel();
}

/// A part that fails ends everything; only its cancellation is no failure.
asio::awaitable<void> run_loop::ends_all(asio::awaitable<void> part, std::string what)
{
    try {
        co_await std::move(part);
    } catch (const boost::system::system_error& problem) {
        if (problem.code() == asio::error::operation_aborted)
            throw;
        fail(what, problem.what());
    } catch (const std::exception& problem) {
        fail(what, problem.what());
    }
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

/// Nobody waits for ever: a second signal, or the time, ends what a first one could not.
void run_loop::set_farewell()
{
    signals_.async_wait([](const boost::system::error_code& cancelled, int which) {
        if (!cancelled)
            end_at_once(128 + which);
    });
    farewell_.expires_after(longest_farewell);
    farewell_.async_wait([this](const boost::system::error_code& cancelled) {
        if (cancelled)
            return;
        log_->warn("something still hangs after {} s; ending all the same",
                   longest_farewell.count());
        end_at_once(exit_code_);
    });
}

} // namespace thimble::daemon
