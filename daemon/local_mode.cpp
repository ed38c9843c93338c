#include "daemon/local_mode.hpp"

#include "daemon/local_desktop.hpp"
#include "daemon/phone_host.hpp"
#include "daemon/version.hpp"
#include "service/server.hpp"
#include "service/setup/api_key.hpp"
#include "service/setup/logging.hpp"
#include "service/setup/state_directory.hpp"
#include "service/uuid.hpp"

#include <boost/asio/experimental/awaitable_operators.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/host_name.hpp>
#include <boost/asio/signal_set.hpp>
#include <spdlog/fmt/fmt.h>

#include <csignal>
#include <cstdlib>
#include <iostream>

namespace thimble::daemon {

namespace asio = boost::asio;

namespace {

/// From the signal to the end of the process, whatever still hangs.
constexpr std::chrono::seconds longest_farewell{5};

/// Ends without destructors: a blocking call that never returns still uses what they would destroy.
[[noreturn]] void end_at_once(int code)
{
    std::cout.flush();
    std::cerr.flush();
    std::_Exit(code);
}

/// Everything that one run of local mode owns; users after what they use. Home thread.
class local_mode {
public:
    local_mode(const options& given,
               const service::state_directory& state,
               std::string api_key,
               std::string desktop_id,
               journal& records,
               const std::shared_ptr<spdlog::logger>& log);

    /// Opens the port; throws what service::server::open() does.
    asio::ip::tcp::endpoint open();

    /// Serves until a signal ends it.
    int run();

private:
    asio::awaitable<void> live();
    asio::awaitable<void> serve();
    asio::awaitable<void> watch_phones();
    asio::awaitable<void> until_signalled();
    void set_farewell();

    std::shared_ptr<spdlog::logger> log_;
    asio::io_context context_{1};
    std::string desktop_id_;
    service::server server_;
    phone_host host_;
    asio::signal_set signals_;
    asio::steady_timer farewell_;
    int exit_code_ = exit_ok;
};

local_mode::local_mode(const options& given,
                       const service::state_directory& state,
                       std::string api_key,
                       std::string desktop_id,
                       journal& records,
                       const std::shared_ptr<spdlog::logger>& log)
    : log_(log), desktop_id_(std::move(desktop_id)),
      server_(context_.get_executor(),
              {.listen = given.listen,
               .api_key = std::move(api_key),
               .state_dir = state.path(),
               .drain = std::chrono::milliseconds(2000),
               .limits = {}},
              log),
      host_(context_.get_executor(),
            {.claim = {},
             .on_phone =
                 [this](const link::phone_state& phone) {
                     server_.phone_changed(desktop_id_, phone);
                 },
             .record_to = given.record_to},
            records,
            log),
      signals_(context_, SIGINT, SIGTERM), farewell_(context_)
{
}

asio::ip::tcp::endpoint local_mode::open()
{
    server_.open();
    server_.desktop_connected(
        {.id = desktop_id_, .name = asio::ip::host_name(), .version = std::string(version)},
        std::make_shared<local_desktop>(host_.executor()));
    return server_.endpoint();
}

int local_mode::run()
{
    asio::co_spawn(context_, live(), [](const std::exception_ptr& problem) {
        if (problem)
            std::rethrow_exception(problem);
    });
    context_.run();
    if (host_.fleet().stuck_calls() > 0)
        end_at_once(exit_code_);
    return exit_code_;
}

/// The first of these to end takes the others with it; the service then drains.
asio::awaitable<void> local_mode::live()
{
    using asio::experimental::awaitable_operators::operator||;
    co_await (until_signalled() || serve() || watch_phones());
    signals_.cancel();
    farewell_.cancel();
}

asio::awaitable<void> local_mode::serve()
{
    try {
        co_await server_.run();
    } catch (const boost::system::system_error& problem) {
        log_->critical("the REST service ended: {}", problem.what());
        exit_code_ = exit_failed;
    }
}

asio::awaitable<void> local_mode::watch_phones()
{
    try {
        co_await host_.run();
    } catch (const boost::system::system_error& problem) {
        if (problem.code() == asio::error::operation_aborted)
            throw;
        log_->critical("the watch for phones ended: {}", problem.what());
        exit_code_ = exit_failed;
    }
}

asio::awaitable<void> local_mode::until_signalled()
{
    const int which = co_await signals_.async_wait(asio::use_awaitable);
    log_->info("ending on {}", which == SIGINT ? "SIGINT" : "SIGTERM");
    set_farewell();
    co_await host_.shut_down();
}

/// Nobody waits for ever: a second signal, or the time, ends what a first one could not.
void local_mode::set_farewell()
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

int fail(int code, const std::string& why)
{
    std::cerr << "thimbled: " << why << '\n';
    return code;
}

void print_address(const asio::ip::tcp::endpoint& at,
                   const std::string& api_key,
                   const service::environment& variables)
{
    std::cout << "Thimble is listening on http://" << at << '\n';
    if (variables("THIMBLE_API_KEY"))
        std::cout << "API key: the one in THIMBLE_API_KEY\n";
    else
        std::cout << "API key: " << api_key << '\n';
    std::cout.flush();
}

} // namespace

int run_local_mode(const options& given, const service::environment& variables)
{
    const auto state = service::state_directory::open(given.state_dir);
    if (!state)
        return fail(exit_cannot_create, state.error());
    const auto api_key = service::load_api_key(variables, *state);
    if (!api_key)
        return fail(exit_configuration, api_key.error());
    const auto desktop_id = state->line("desktop-id", service::random_uuid);
    if (!desktop_id)
        return fail(exit_cannot_create, desktop_id.error());
    auto records = journal::open(state->path() / "journal");
    if (!records)
        return fail(exit_cannot_create, records.error());

    const auto log = service::make_logger("thimbled", given.log_level);
    local_mode everything(given, *state, *api_key, *desktop_id, *records, log);
    try {
        print_address(everything.open(), *api_key, variables);
    } catch (const boost::system::system_error& problem) {
        return fail(exit_unavailable, problem.what());
    }
    return everything.run();
}

} // namespace thimble::daemon
