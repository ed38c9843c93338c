#include "async/race.hpp"
#include "async/sleep.hpp"
#include "daemon/cli/lead_run.hpp"
#include "daemon/cli/runs.hpp"
#include "daemon/control/runtime_directory.hpp"
#include "daemon/control/socket_to_ask.hpp"
#include "daemon/trial/trial_run.hpp"
#include "program/logging.hpp"

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

class try_run {
public:
    try_run(const options& given, fs::path runtime_directory, trial_report report)
        : given_(given), lead_(given,
                               std::move(runtime_directory),
                               service::make_logger("thimbled", given.log_level)),
          report_(std::move(report)), person_(lead_.home(), std::cin, STDIN_FILENO),
          trial_(trial_options_of(given), report_, person_, std::cout)
    {
    }

    [[noreturn]] void run()
    {
        lead_.run_until_done(live());
        if (end_ != trial_run::end::done && !report_.holds_a_try())
            report_.remove();
        std::cout << last_word() << std::endl; // NOLINT(performance-avoid-endl): seen at once
        lead_.end(exit_code());
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
        const auto going = [this](phone_view& view) { return go(view); };
        if (const auto socket = socket_to_ask(lead_.runtime_directory(), given_.phone))
            co_return co_await lead_.by(*socket, going);
        const auto driven = co_await lead_.alone(std::string(), given_.runners, going);
        if (driven)
            co_return;
        std::cout << driven.error() << '\n';
        end_ = trial_run::end::no_phone;
    }

    asio::awaitable<void> go(phone_view& view)
    {
        const auto first = co_await async::race(trial_.go(view), until_signalled());
        if (const auto* ended = std::get_if<0>(&first))
            end_ = *ended;
        else
            co_await async::race(trial_.put_back(view), async::sleep_for(longest_putting_back));
    }

    const options& given_;
    lead_run lead_;
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
