// CoreDeviceProxy: the lockdown service behind which a tunnel begins.
#include "virtualphone/channel/faulty_answer.hpp"
#include "virtualphone/coredevice/directory.hpp"
#include "virtualphone/services/developer_services.hpp"
#include "virtualphone/services/services.hpp"
#include "virtualphone/services/shims.hpp"

#include <boost/asio/awaitable.hpp>
#include <boost/asio/error.hpp>

namespace thimble::virtualphone {
namespace {

namespace asio = boost::asio;

constexpr std::chrono::seconds agreement_limit{10};

[[noreturn]] void drop_host()
{
    throw boost::system::system_error(asio::error::invalid_argument);
}

/// Terms that the host and the phone have agreed on.
asio::awaitable<tunnel::grant> agree(service_session& session)
{
    std::array<std::uint8_t, tunnel::cdtunnel_header_size> header{};
    co_await session.connection.read(header, agreement_limit);
    const auto size = tunnel::cdtunnel_body_size(header);
    if (!size)
        drop_host();
    tunnel::bytes body(*size);
    co_await session.connection.read(body, agreement_limit);
    const auto mtu = tunnel::grant_mtu(body);
    if (!mtu)
        drop_host();
    tunnel::grant result = tunnel::addresses_of(session.device.os.who().udid);
    result.mtu = *mtu;
    result.directory_port = coredevice::directory_port(session.device);
    co_await write_answer(session.connection, tunnel::cdtunnel_answer(result),
                          tunnel::cdtunnel_header_size,
                          session.device.faults.take_other_than_refusal("tunnel.handshake"));
    co_return result;
}

/// A phone whose tunnels come and go may take none for a while.
class tunnel_end {
public:
    explicit tunnel_end(service_session& of) : session_(of) {}
    tunnel_end(const tunnel_end&) = delete;
    tunnel_end& operator=(const tunnel_end&) = delete;

    ~tunnel_end()
    {
        if (const auto churn = session_.device.faults.take("tunnel.churn"))
            session_.shared.core_device.refuses_until =
                std::chrono::steady_clock::now() +
                std::chrono::duration_cast<std::chrono::steady_clock::duration>(churn->length);
    }

private:
    service_session& session_;
};

} // namespace

asio::awaitable<void> serve_core_device_proxy(service_session& session)
{
    if (std::chrono::steady_clock::now() < session.shared.core_device.refuses_until)
        co_return;
    const tunnel::grant granted = co_await agree(session);
    const tunnel_end end(session);
    const auto network = std::make_shared<tunnel::network>(
        session.connection.executor(), granted,
        coredevice::listeners_of(
            session.device, session.shared.core_device,
            [&device = session.device, &shared = session.shared](std::string_view name) {
                auto service = developer_service_named(name, device, shared);
                return service ? service : shim_named(name, device, shared);
            }),
        session.device.faults);
    co_await network->run(session.connection);
}

} // namespace thimble::virtualphone
