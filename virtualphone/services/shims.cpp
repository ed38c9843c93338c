#include "virtualphone/services/shims.hpp"

#include "virtualphone/services/catalog.hpp"

#include <boost/asio/awaitable.hpp>
#include <boost/asio/buffer.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/error.hpp>
#include <boost/asio/local/connect_pair.hpp>
#include <boost/asio/local/stream_protocol.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/asio/write.hpp>

#include <array>
#include <memory>

namespace thimble::virtualphone {
namespace {

namespace asio = boost::asio;
using local_socket = asio::local::stream_protocol::socket;

constexpr std::string_view shim_ending = ".shim.remote";
constexpr std::chrono::seconds check_in_limit{10};
constexpr std::size_t pumped_at_once = 16384;

/// A host's connection in the tunnel, and the socket that is the service's host instead: services
/// are served on sockets.
struct shim_line {
    tunnel::tunnel_stream host;
    local_socket service;
};

asio::awaitable<void> pump_to_service(std::shared_ptr<shim_line> line)
{
    std::array<std::uint8_t, pumped_at_once> part{};
    for (;;) {
        const std::size_t size = co_await line->host.read_some(part);
        co_await asio::async_write(line->service, asio::buffer(part.data(), size),
                                   asio::use_awaitable);
    }
}

asio::awaitable<void> pump_to_host(std::shared_ptr<shim_line> line)
{
    std::array<std::uint8_t, pumped_at_once> part{};
    for (;;) {
        const std::size_t size =
            co_await line->service.async_read_some(asio::buffer(part), asio::use_awaitable);
        co_await line->host.write(std::span(part).first(size));
    }
}

plist::bytes framed(const plist::value& message)
{
    const plist::bytes xml = plist::to_xml(message);
    const auto size = static_cast<std::uint32_t>(xml.size());
    plist::bytes result{static_cast<std::uint8_t>(size >> 24),
                        static_cast<std::uint8_t>(size >> 16), static_cast<std::uint8_t>(size >> 8),
                        static_cast<std::uint8_t>(size)};
    result.insert(result.end(), xml.begin(), xml.end());
    return result;
}

/// Both answers at once, which no fault touches: faults are the service's.
asio::awaitable<void> check_in(service_session& session)
{
    const plist::value request = co_await session.host.receive(check_in_limit);
    if (plist::string_at(request, "Request") != "RSDCheckin")
        throw boost::system::system_error(asio::error::invalid_argument);
    plist::bytes answers = framed({{"Request", "RSDCheckin"}});
    const plist::bytes second = framed({{"Request", "StartService"}});
    answers.insert(answers.end(), second.begin(), second.end());
    co_await session.connection.write(answers);
}

asio::awaitable<void> serve_shim(const service_entry& entry,
                                 phone& device,
                                 service_state& shared,
                                 tunnel::tunnel_stream host)
{
    const auto home = host.executor();
    local_socket ours(home);
    local_socket theirs(home);
    asio::local::connect_pair(ours, theirs);
    const auto line = std::make_shared<shim_line>(std::move(host), std::move(theirs));
    // A host that is gone has nothing more to say, and needs no answer.
    asio::co_spawn(home, pump_to_service(line), [line](const std::exception_ptr&) {
        boost::system::error_code already_gone;
        line->service.shutdown(local_socket::shutdown_both, already_gone);
    });
    asio::co_spawn(home, pump_to_host(line),
                   [line](const std::exception_ptr&) { line->host.close(); });
    channel over{stream(std::move(ours))};
    property_list_channel messages(over, device, std::string(entry.short_name), entry.format);
    service_session session{device, over, std::move(messages), shared};
    co_await check_in(session);
    co_await entry.serve(session);
}

} // namespace

tunnel::stream_service shim_named(std::string_view name, phone& device, service_state& shared)
{
    if (!name.ends_with(shim_ending))
        return {};
    const auto* const entry =
        find_service(device, name.substr(0, name.size() - shim_ending.size()));
    if (entry == nullptr || entry->short_name == "tunnel") // there are none in tunnels
        return {};
    return [entry, &device, &shared](tunnel::tunnel_stream host) {
        return serve_shim(*entry, device, shared, std::move(host));
    };
}

} // namespace thimble::virtualphone
