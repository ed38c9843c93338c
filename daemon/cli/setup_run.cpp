#include "async/deadline.hpp"
#include "async/race.hpp"
#include "daemon/cli/lead_run.hpp"
#include "daemon/cli/runs.hpp"
#include "daemon/control/runtime_directory.hpp"
#include "daemon/control/socket_to_ask.hpp"
#include "daemon/setup/guide.hpp"
#include "program/logging.hpp"

#include <iostream>
#include <unistd.h>

namespace thimble::daemon {

namespace asio = boost::asio;
namespace fs = std::filesystem;

namespace {

/// Of one that does not answer at all, until that is noticed.
constexpr std::chrono::seconds longest_silence{30};

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

class setup_run {
public:
    setup_run(const options& given, fs::path runtime_directory, std::shared_ptr<spdlog::logger> log)
        : given_(given), lead_(given, std::move(runtime_directory), std::move(log)),
          agreed_(lead_.home(), given.yes, whom_to_ask_for_consent()),
          report_(std::cout, given.json), developer_mode_(lead_.home(), agreed_),
          guide_({.phone = given.phone},
                 report_,
                 developer_mode_,
                 agreed_,
                 touch_record(given.state_dir))
    {
    }

    [[noreturn]] void run()
    {
        lead_.run_until_done(live());
        report_.end(end_ == setup_end::ready, last_word(end_), guide_.phone());
        lead_.end(end_ == setup_end::ready ? service::exit_ok : service::exit_failed);
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
            const auto socket = socket_to_ask(lead_.runtime_directory(), named);
            const auto asked = std::chrono::steady_clock::now();
            const auto how = socket ? co_await lead_by(*socket) : co_await lead_alone();
            if (how) {
                end_ = *how;
                co_return;
            }
            const bool answered = std::chrono::steady_clock::now() - asked > longest_silence;
            note_silence(answered ? std::nullopt : socket); // or it has ended
        }
    }

    /// One that has ended has no socket any more.
    void note_silence(const std::optional<fs::path>& of)
    {
        if (of && of == left_ && !std::exchange(silence_told_, true))
            report_.say("The thimbled that drives the phone does not answer. If it hangs, end it: "
                        "the set-up goes on then.");
        silence_told_ = silence_told_ && of == left_;
        left_ = of;
    }

    /// Nothing: whoever drove the phone has ended.
    asio::awaitable<std::optional<setup_end>> lead_by(fs::path socket)
    {
        std::optional<setup_end> how;
        co_await lead_.by(std::move(socket),
                          [this, &how](phone_view& view) { return lead_to(how, view); });
        co_return how;
    }

    asio::awaitable<std::optional<setup_end>> lead_alone()
    {
        std::optional<setup_end> how;
        const auto driven =
            co_await lead_.alone(guide_.phone(), given_.runners,
                                 [this, &how](phone_view& view) { return lead_to(how, view); });
        if (driven)
            co_return how;
        report_.say(driven.error());
        co_return setup_end::no_journal;
    }

    asio::awaitable<void> lead_to(std::optional<setup_end>& how, phone_view& view)
    {
        how = co_await lead(view);
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
            co_return co_await until_interrupted();
        const auto left = begun_ + *given_.wait - std::chrono::steady_clock::now();
        const auto ended = co_await async::with_timeout(left, until_interrupted());
        co_return ended.value_or(setup_end::late);
    }

    static asio::awaitable<setup_end> until_interrupted()
    {
        co_await until_signalled();
        co_return setup_end::interrupted;
    }

    const options& given_;
    lead_run lead_;
    consent agreed_;
    setup_report report_;
    developer_mode_step developer_mode_;
    guide guide_;
    std::chrono::steady_clock::time_point begun_ = std::chrono::steady_clock::now();
    setup_end end_ = setup_end::failed;
    std::optional<fs::path> left_; // socket that was asked last, in vain
    bool silence_told_ = false;
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
