#include "program/reload.hpp"

#include "program/service_manager.hpp"

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

hangup_reload::hangup_reload(const asio::any_io_executor& home,
                             std::vector<reloadable> all,
                             std::shared_ptr<spdlog::logger> log)
    : all_(std::move(all)), log_(std::move(log)), hangups_(home)
{
    if (!all_.empty())
        hangups_.add(SIGHUP);
}

asio::awaitable<void> hangup_reload::run()
{
    for (;;) {
        co_await hangups_.async_wait(asio::use_awaitable);
        tell_reloading();
        for (const auto& one : all_)
            reload(one, *log_);
        tell_ready();
    }
}

} // namespace thimble::service
