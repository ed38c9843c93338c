// heartbeat: the phone says Marco at intervals, and a host that does not say Polo has gone.
#include "virtualphone/services/services.hpp"

#include <boost/asio/awaitable.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/use_awaitable.hpp>

namespace thimble::virtualphone {
namespace {

namespace asio = boost::asio;

constexpr std::chrono::seconds interval{10};

} // namespace

asio::awaitable<void> serve_heartbeat(service_session& session)
{
    const plist::value marco{
        {"Command", "Marco"}, {"Interval", interval.count()}, {"SupportsSleepyTime", true}};
    const plist::value sleepy{{"Command", "SleepyTime"}};
    asio::steady_timer timer(session.connection.executor());
    for (;;) {
        timer.expires_after(interval);
        co_await session.host.send(marco, sleepy);
        const plist::value answer = co_await session.host.receive(2 * interval);
        if (plist::string_at(answer, "Command") != "Polo")
            co_return;
        co_await timer.async_wait(asio::use_awaitable);
    }
}

} // namespace thimble::virtualphone
