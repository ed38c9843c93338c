#include "service/setup/reload.hpp"

#include "service/setup/service_manager.hpp"

#include <boost/asio/signal_set.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/use_awaitable.hpp>

#include <csignal>

namespace thimble::service {

namespace asio = boost::asio;

namespace {

void reload(const reloadable& one, spdlog::logger& log)
{
    if (const auto loaded = one.reload(); loaded)
        log.info("{} has been loaded again", one.name);
    else
        log.error("{}; {} from before stays in use", loaded.error(), one.name);
}

} // namespace

asio::awaitable<void> reload_at_hangup(std::vector<reloadable> all,
                                       std::shared_ptr<spdlog::logger> log)
{
    asio::signal_set hangups(co_await asio::this_coro::executor);
    if (!all.empty())
        hangups.add(SIGHUP);
    for (;;) {
        co_await hangups.async_wait(asio::use_awaitable);
        tell_reloading();
        for (const auto& one : all)
            reload(one, *log);
        tell_ready();
    }
}

} // namespace thimble::service
