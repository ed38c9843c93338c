#include "async/race.hpp"
#include "async/sleep.hpp"
#include "daemon/cli/own_phones.hpp"
#include "daemon/cli/runs.hpp"
#include "daemon/control/runtime_directory.hpp"
#include "daemon/control/socket_to_ask.hpp"
#include "daemon/phone_view/asked_phones.hpp"
#include "daemon/phone_view/driven_phones.hpp"
#include "daemon/serving/end_at_once.hpp"
#include "daemon/trial/trial_run.hpp"
#include "program/logging.hpp"

#include <boost/asio/io_context.hpp>
#include <boost/asio/signal_set.hpp>

#include <csignal>
#include <iostream>
#include <unistd.h>

namespace thimble::daemon {

namespace asio = boost::asio;
namespace fs = std::filesystem;

namespace {

constexpr std::chrono::seconds longest_putting_back{10};

trial_options trial_options_of(const options& given)
{
    trial_options out{.phone = given.phone};
    if (given.wait)
        out.attachment = *given.wait;
    return out;
}

/// Has a home thread of its own: the caller's, in run().
class try_run {
public:
    try_run(const options& given, fs::path runtime_directory, trial_report report)
        : given_(given), runtime_directory_(std::move(runtime_directory)),
          log_(service::make_logger("thimbled", given.log_level)), report_(std::move(report)),
          person_(context_.get_executor(), std::cin, STDIN_FILENO),
          trial_(trial_options_of(given), report_, person_, std::cout)
    {
    }

    [[noreturn]] void run()
    {
        std::exception_ptr problem;
        asio::co_spawn(context_, live(),
                       [&problem](std::exception_ptr thrown) { problem = std::move(thrown); });
        context_.run();
        if (end_ != trial_run::end::done && !report_.holds_a_try())
            report_.remove();
        if (problem)
            std::rethrow_exception(problem);
        std::cout << last_word() << std::endl; // NOLINT(performance-avoid-endl): seen at once
        if (own_ && !own_->hangs())
            own_.reset(); // with its journal
        // A line may still be waited for that nobody types.
        end_at_once(exit_code());
    }

private:
    int exit_code() const
    {
        if (end_ == trial_run::end::not_written)
            return service::exit_cannot_create;
        return end_ == trial_run::end::done ? service::exit_ok : service::exit_failed;
    }

    std::string last_word() const
    {
        if (!end_)
            return "\nInterrupted.";
        switch (*end_) {
        case trial_run::end::done:
            return "\nThe result is in " + report_.file().string() +
                   ". It has no text, no picture and no name in it. Please attach it to an issue.";
        case trial_run::end::no_phone:
            return "Nothing was tried.";
        case trial_run::end::left:
            return "\nThe thimbled that drives the phone has ended. Start it, or this alone, and "
                   "try again.";
        case trial_run::end::not_written:
            return "\nNo more is tried, as it could not be written down.";
        }
        return {};
    }

    asio::awaitable<void> live()
    {
        const auto socket = socket_to_ask(runtime_directory_, given_.phone);
        if (!socket)
            co_return co_await go_alone();
        asked_phones view(context_.get_executor(), *socket, runtime_directory_);
        co_await go(view);
    }

    asio::awaitable<void> go_alone()
    {
        auto kept = debug_journal::open(given_.state_dir, runtime_directory_, *log_);
        if (!kept) {
            std::cout << kept.error() << '\n';
            end_ = trial_run::end::no_phone;
            co_return;
        }
        own_ =
            std::make_unique<own_phones>(given_, context_.get_executor(), std::move(*kept),
                                         runtime_directory_, std::string(), given_.runners, log_);
        driven_phones view(own_->host(), given_.tunnels,
                           [this](const std::string& udid) { own_->choose(udid); });
        co_await async::race(go_and_leave(view), own_->host().run());
    }

    /// The phone is let go only when nothing is under way any more.
    asio::awaitable<void> go_and_leave(phone_view& view)
    {
        co_await go(view);
        co_await own_->host().shut_down();
    }

    asio::awaitable<void> go(phone_view& view)
    {
        const auto first = co_await async::race(trial_.go(view), until_signalled());
        if (const auto* ended = std::get_if<0>(&first))
            end_ = *ended;
        else
            co_await async::race(trial_.put_back(view), async::sleep_for(longest_putting_back));
    }

    static asio::awaitable<void> until_signalled()
    {
        asio::signal_set signals(co_await asio::this_coro::executor, SIGINT, SIGTERM);
        co_await signals.async_wait(asio::use_awaitable);
    }

    const options& given_;
    fs::path runtime_directory_;
    std::shared_ptr<spdlog::logger> log_;
    asio::io_context context_{1};
    std::unique_ptr<own_phones> own_; // until the context has ended
    trial_report report_;
    answers person_;
    trial_run trial_;
    std::optional<trial_run::end> end_; // nothing: interrupted
};

} // namespace

int run_try(const options& given, const service::environment& variables)
{
    const auto directory = runtime_directory::open(variables);
    if (!directory) {
        std::cerr << "thimbled: " << directory.error() << '\n';
        return service::exit_cannot_create;
    }
    auto report = trial_report::create(given.report_to);
    if (!report) {
        std::cerr << "thimbled: " << report.error() << '\n';
        return service::exit_cannot_create;
    }
    try_run(given, directory->path(), std::move(*report)).run();
}

} // namespace thimble::daemon
