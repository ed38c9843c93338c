#include "bench/daemon_crowd.hpp"

#include "async/exception_text.hpp"

#include <boost/asio/co_spawn.hpp>

#include <algorithm>

namespace thimble::bench {

namespace asio = boost::asio;

namespace {

constexpr std::size_t dialling_at_once = 64;

} // namespace

daemon_crowd::daemon_crowd(const std::vector<std::uint16_t>& ports,
                           const std::vector<enrolled_desktop>& desktops,
                           std::size_t with_pictures)
    : with_pictures_(with_pictures)
{
    for (std::size_t i = 0; i < desktops.size(); ++i)
        daemons_.push_back(std::make_unique<simulated_daemon>(
            context_.get_executor(), ports[i % ports.size()], desktops[i]));
}

void daemon_crowd::link(std::size_t count)
{
    while (next_ < count && dialling_ < dialling_at_once)
        dial(count);
    run_until([this, count] { return welcomed_ >= count; });
}

void daemon_crowd::dial(std::size_t count)
{
    auto& one = *daemons_[next_];
    const bool pictures = next_ < with_pictures_;
    ++next_;
    ++dialling_;
    asio::co_spawn(context_, one.link(pictures), [this, count, &one](const auto& problem) {
        async::rethrow(problem);
        --dialling_;
        ++welcomed_;
        asio::co_spawn(context_, one.live(), async::rethrow);
        if (next_ < count)
            dial(count);
    });
}

void daemon_crowd::idle(std::chrono::milliseconds time)
{
    context_.restart();
    context_.run_for(time);
}

std::size_t daemon_crowd::linked() const
{
    return static_cast<std::size_t>(
        std::ranges::count_if(daemons_, [](const auto& each) { return each->linked(); }));
}

std::size_t daemon_crowd::heartbeats() const
{
    std::size_t out = 0;
    for (const auto& each : daemons_)
        out += each->heartbeats();
    return out;
}

} // namespace thimble::bench
