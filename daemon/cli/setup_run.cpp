#include "async/deadline.hpp"
#include "async/race.hpp"
#include "daemon/cli/own_phones.hpp"
#include "daemon/cli/runs.hpp"
#include "daemon/control/runtime_directory.hpp"
#include "daemon/control/socket_to_ask.hpp"
#include "daemon/phone_view/asked_phones.hpp"
#include "daemon/phone_view/driven_phones.hpp"
#include "daemon/serving/end_at_once.hpp"
#include "daemon/setup/guide.hpp"
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

/// End of the whole set-up.
enum class setup_end : std::uint8_t { ready, failed, unclear, interrupted, late, no_journal };

std::string_view last_word(setup_end how)
{
    switch (how) {
    case setup_end::ready:
        return "The phone is ready. Drive it with: thimbled --local";
    case setup_end::failed:
        return "The phone is not ready. Start thimbled setup again to try once more.";
    case setup_end::unclear:
        return "Several phones are attached. Name one with --phone NAME, or --phone UDID.";
    case setup_end::interrupted:
        return "Interrupted. Start thimbled setup again to go on.";
    case setup_end::late:
        return "The phone is not ready yet, and the time for it is over. Start thimbled setup "
               "again "
               "to go on.";
    case setup_end::no_journal:
        return "The phone cannot be driven from here.";
    }
    return {};
}

/// Has a home thread of its own: the caller's, in run().
class setup_run {
public:
    setup_run(const options& given, fs::path runtime_directory, std::shared_ptr<spdlog::logger> log)
        : given_(given), runtime_directory_(std::move(runtime_directory)), log_(std::move(log)),
          agreed_(context_.get_executor(), given.yes, whom_to_ask_for_consent()),
          report_(std::cout, given.json), developer_mode_(context_.get_executor(), agreed_),
          guide_({.phone = given.phone},
                 report_,
                 developer_mode_,
                 agreed_,
                 touch_record(given.state_dir))
    {
    }

    [[noreturn]] void run()
    {
        std::exception_ptr problem;
        asio::co_spawn(context_, live(),
                       [&problem](std::exception_ptr thrown) { problem = std::move(thrown); });
        context_.run();
        if (problem)
            std::rethrow_exception(problem);
        report_.end(end_ == setup_end::ready, last_word(end_), guide_.phone());
        const int code = end_ == setup_end::ready ? service::exit_ok : service::exit_failed;
        if (own_ && !own_->hangs())
            own_.reset();  // with its journal
        end_at_once(code); // an answer may still be waited for that nobody gives
    }

private:
    std::istream* whom_to_ask_for_consent() const
    {
        return !given_.json && ::isatty(STDIN_FILENO) != 0 ? &std::cin : nullptr;
    }

    asio::awaitable<void> live()
    {
        for (;;) {
            const auto named = guide_.phone().empty() ? given_.phone : guide_.phone();
            const auto socket = socket_to_ask(runtime_directory_, named);
            const auto how = socket ? co_await lead_by(*socket) : co_await lead_alone();
            if (!how)
                continue; // whoever drove the phone has ended
            end_ = *how;
            co_return;
        }
    }

    /// Nothing: whoever drove the phone has ended.
    asio::awaitable<std::optional<setup_end>> lead_by(fs::path socket)
    {
        asked_phones view(context_.get_executor(), std::move(socket), runtime_directory_);
        co_return co_await lead(view);
    }

    asio::awaitable<std::optional<setup_end>> lead_alone()
    {
        auto kept = debug_journal::open(given_.state_dir, runtime_directory_, *log_);
        if (!kept) {
            report_.say(kept.error());
            co_return setup_end::no_journal;
        }
        own_ = std::make_unique<own_phones>(given_, context_.get_executor(), std::move(*kept),
                                            runtime_directory_, guide_.phone(), false, log_);
        driven_phones view(own_->host(), given_.tunnels,
                           [this](const std::string& udid) { own_->choose(udid); });
        std::optional<setup_end> how;
        co_await async::race(lead_and_leave(view, own_->host(), how), own_->host().run());
        co_return how;
    }

    /// The phones are let go only when nothing is under way any more.
    asio::awaitable<void>
    lead_and_leave(phone_view& view, phone_host& host, std::optional<setup_end>& how)
    {
        how = co_await lead(view);
        co_await host.shut_down();
    }

    asio::awaitable<std::optional<setup_end>> lead(phone_view& view)
    {
        auto first = co_await async::race(guide_.lead(view), until_ended());
        if (const auto* ended = std::get_if<setup_end>(&first))
            co_return *ended;
        switch (std::get<guide::end>(first)) {
        case guide::end::ready:
            co_return setup_end::ready;
        case guide::end::failed:
            co_return setup_end::failed;
        case guide::end::unclear:
            co_return setup_end::unclear;
        case guide::end::left:
            break;
        }
        co_return std::nullopt;
    }

    /// By a signal, or by --wait.
    asio::awaitable<setup_end> until_ended()
    {
        if (!given_.wait)
            co_return co_await until_signalled();
        const auto left = begun_ + *given_.wait - std::chrono::steady_clock::now();
        const auto ended = co_await async::with_timeout(left, until_signalled());
        co_return ended.value_or(setup_end::late);
    }

    static asio::awaitable<setup_end> until_signalled()
    {
        asio::signal_set signals(co_await asio::this_coro::executor, SIGINT, SIGTERM);
        co_await signals.async_wait(asio::use_awaitable);
        co_return setup_end::interrupted;
    }

    const options& given_;
    fs::path runtime_directory_;
    std::shared_ptr<spdlog::logger> log_;
    asio::io_context context_{1};
    std::unique_ptr<own_phones> own_; // until the context has ended
    consent agreed_;
    setup_report report_;
    developer_mode_step developer_mode_;
    guide guide_;
    std::chrono::steady_clock::time_point begun_ = std::chrono::steady_clock::now();
    setup_end end_ = setup_end::failed;
};

} // namespace

int run_setup(const options& given, const service::environment& variables)
{
    const auto directory = runtime_directory::open(variables);
    if (!directory) {
        std::cerr << "thimbled: " << directory.error() << '\n';
        return service::exit_cannot_create;
    }
    setup_run(given, directory->path(), service::make_logger("thimbled", given.log_level)).run();
}

} // namespace thimble::daemon
