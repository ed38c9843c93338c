// notification_proxy: the phone's notifications, to hosts and from them.
#include "virtualphone/services/services.hpp"

#include <boost/asio/awaitable.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/deferred.hpp>
#include <boost/asio/experimental/parallel_group.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/use_awaitable.hpp>

namespace thimble::virtualphone {
namespace {

namespace asio = boost::asio;

constexpr std::chrono::milliseconds time_between_looks{250};

const plist::value proxy_death{{"Command", "ProxyDeath"}};

/// Until the host says Shutdown or is gone.
asio::awaitable<void> obey(service_session& session, notification_center::observer& observer)
try {
    for (;;) {
        const plist::value request = co_await session.host.receive();
        const std::string command = plist::string_at(request, "Command").value_or("");
        const std::string name = plist::string_at(request, "Name").value_or("");
        if (command == "ObserveNotification")
            observer.observe(name);
        else if (command == "PostNotification")
            session.shared.notifications.post(name);
        else if (command == "Shutdown")
            co_return;
    }
} catch (const boost::system::system_error&) {
    // The host is gone, which is an end like any other.
}

asio::awaitable<void> relay(service_session& session, notification_center::observer& observer)
{
    for (;;) {
        const std::string name = co_await observer.next();
        co_await session.host.send({{"Command", "RelayNotification"}, {"Name", name}}, proxy_death);
    }
}

/// The phone's software has no timer of its own that could tell.
asio::awaitable<void> watch_lock(service_session& session, notification_center::observer& observer)
{
    asio::steady_timer timer(session.connection.executor());
    bool was_locked = session.os().locked();
    for (;;) {
        timer.expires_after(time_between_looks);
        co_await timer.async_wait(asio::use_awaitable);
        if (const bool is_locked = session.os().locked(); is_locked != was_locked)
            observer.hear("com.apple.springboard.lockstate");
        was_locked = session.os().locked();
    }
}

} // namespace

asio::awaitable<void> serve_notification_proxy(service_session& session)
{
    notification_center::observer observer(session.shared.notifications,
                                           session.connection.executor());
    const auto home = session.connection.executor();
    const auto beside = [&home](asio::awaitable<void> part) {
        return asio::co_spawn(home, std::move(part), asio::deferred);
    };
    // The first part to end, in whatever way, ends the others.
    co_await asio::experimental::make_parallel_group(beside(obey(session, observer)),
                                                     beside(relay(session, observer)),
                                                     beside(watch_lock(session, observer)))
        .async_wait(asio::experimental::wait_for_one(), asio::use_awaitable);
    co_await session.host.send(proxy_death, proxy_death);
}

} // namespace thimble::virtualphone
