#include "daemon/cli/lead_run.hpp"

#include "async/race.hpp"
#include "daemon/phone_view/asked_phones.hpp"
#include "daemon/phone_view/driven_phones.hpp"
#include "daemon/serving/end_at_once.hpp"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/signal_set.hpp>

#include <csignal>
#include <utility>

namespace thimble::daemon {

namespace asio = boost::asio;

lead_run::lead_run(const options& given,
                   std::filesystem::path runtime_directory,
                   std::shared_ptr<spdlog::logger> log)
    : given_(given), runtime_directory_(std::move(runtime_directory)), log_(std::move(log))
{
}

void lead_run::run_until_done(asio::awaitable<void> live)
{
    std::exception_ptr problem;
    asio::co_spawn(context_, std::move(live),
                   [&problem](std::exception_ptr thrown) { problem = std::move(thrown); });
    context_.run();
    if (problem)
        std::rethrow_exception(problem);
}

asio::awaitable<void> lead_run::by(std::filesystem::path socket, work what)
{
    asked_phones view(home(), std::move(socket), runtime_directory_);
    co_await what(view);
}

asio::awaitable<std::expected<void, std::string>>
lead_run::alone(std::string first, bool runners, work what)
{
    auto kept = debug_journal::open(given_.state_dir, runtime_directory_, *log_);
    if (!kept)
        co_return std::unexpected(std::move(kept.error()));
    own_ = std::make_unique<own_phones>(given_, home(), std::move(*kept), runtime_directory_,
                                        std::move(first), runners, log_);
    driven_phones view(own_->host(), given_.tunnels,
                       [this](const std::string& udid) { own_->choose(udid); });
    co_await async::race(leave_after(what(view)), own_->host().run());
    co_return std::expected<void, std::string>();
}

asio::awaitable<void> lead_run::leave_after(asio::awaitable<void> what)
{
    co_await std::move(what);
    co_await own_->host().shut_down();
}

void lead_run::end(int code)
{
    if (own_ && !own_->hangs())
        own_.reset(); // with its journal
    end_at_once(code);
}

asio::awaitable<void> until_signalled()
{
    asio::signal_set signals(co_await asio::this_coro::executor, SIGINT, SIGTERM);
    co_await signals.async_wait(asio::use_awaitable);
}

} // namespace thimble::daemon
