#include "virtualphone/services/service_session.hpp"

namespace thimble::virtualphone {

boost::asio::awaitable<void> switch_off(service_session& session)
{
    constexpr milliseconds shutting_down{500};
    co_await session.device.clock.sleep(shutting_down);
    if (session.shared.restart)
        session.shared.restart();
}

} // namespace thimble::virtualphone
