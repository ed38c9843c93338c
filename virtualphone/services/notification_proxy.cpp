// notification_proxy: the phone's notifications, to hosts and from them.
#include "virtualphone/services/services.hpp"

#include <boost/asio/awaitable.hpp>
#include <boost/asio/experimental/awaitable_operators.hpp>

namespace thimble::virtualphone {
namespace {

namespace asio = boost::asio;

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
    // Returning is what ends the other half.
}

asio::awaitable<void> relay(service_session& session, notification_center::observer& observer)
{
    for (;;) {
        const std::string name = co_await observer.next();
        co_await session.host.send({{"Command", "RelayNotification"}, {"Name", name}}, proxy_death);
    }
}

} // namespace

asio::awaitable<void> serve_notification_proxy(service_session& session)
{
    using asio::experimental::awaitable_operators::operator||;
    notification_center::observer observer(session.shared.notifications,
                                           session.connection.executor());
    co_await (obey(session, observer) || relay(session, observer));
    co_await session.host.send(proxy_death, proxy_death);
}

} // namespace thimble::virtualphone
