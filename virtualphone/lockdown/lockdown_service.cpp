#include "virtualphone/lockdown/lockdown_service.hpp"

#include "virtualphone/lockdown/lockdown_session.hpp"

#include <boost/asio/awaitable.hpp>

namespace thimble::virtualphone {
namespace {

namespace asio = boost::asio;

asio::awaitable<void> serve(lockdown_state& state, stream connection)
{
    lockdown_session session(state, std::move(connection));
    co_await session.run();
}

} // namespace

lockdown_service::lockdown_service(asio::any_io_executor home, phone& on)
    : state_(std::move(home), on)
{
    on.ports.open(port, [this](stream connection) { return serve(state_, std::move(connection)); });
}

lockdown_service::~lockdown_service()
{
    state_.device.ports.close(port);
}

bool lockdown_service::trust_host_of(plist::byte_view record)
{
    const auto read = plist::parse(record);
    auto host = read ? parse_pair_record(*read, state_.key.get())
                     : std::unexpected<std::string>(read.error());
    if (host)
        state_.hosts.add(std::move(*host));
    return host.has_value();
}

void lockdown_service::trust_changed()
{
    if (state_.device.trust == trust::ask)
        state_.hosts.clear();
    state_.dialog.person_decided();
}

} // namespace thimble::virtualphone
