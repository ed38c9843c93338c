#include "program/reload.hpp"
#include "tests/catch2.hpp"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/io_context.hpp>
#include <spdlog/sinks/null_sink.h>

#include <chrono>
#include <csignal>

namespace thimble::service {

namespace {

std::shared_ptr<spdlog::logger> silent_log()
{
    return std::make_shared<spdlog::logger>("", std::make_shared<spdlog::sinks::null_sink_mt>());
}

} // namespace

TEST_CASE("a SIGHUP that comes before anything runs is answered all the same", "[service]")
{
    boost::asio::io_context context;
    int reloaded = 0;
    const reloadable counted{.name = "the count",
                             .reload = [&]() -> std::expected<void, std::string> {
                                 ++reloaded;
                                 context.stop();
                                 return {};
                             }};
    hangup_reload reload(context.get_executor(), {counted}, silent_log());
    REQUIRE(std::raise(SIGHUP) == 0); // ends the process where nobody catches it
    boost::asio::co_spawn(context, reload.run(), boost::asio::detached);
    context.run_for(std::chrono::seconds(10));
    CHECK(reloaded == 1);
}

} // namespace thimble::service
