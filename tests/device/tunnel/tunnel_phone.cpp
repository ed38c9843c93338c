#include "tests/device/tunnel/tunnel_phone.hpp"

#include "device/tunnel/udp_datagram.hpp"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/ip/address_v6.hpp>

#include <algorithm>
#include <array>

namespace thimble::tests {
namespace {

namespace asio = boost::asio;
using phone_clock = std::chrono::steady_clock;

constexpr std::size_t phone_mtu = 16'000;

} // namespace

tunnel_phone::tunnel_phone(asio::any_io_executor home,
                           std::unique_ptr<device::coredevice::byte_stream> over)
    : home_(std::move(home)), stream_(std::move(over)),
      wakes_(home_, phone_clock::time_point::max()), room_(phone_mtu)
{
}

void tunnel_phone::start()
{
    asio::co_spawn(home_, run(shared_from_this()), asio::detached);
}

asio::awaitable<bool> tunnel_phone::read_all(std::span<std::byte> to)
{
    while (!to.empty()) {
        const auto count = co_await stream_->read_some(to);
        if (!count)
            co_return false;
        to = to.subspan(*count);
    }
    co_return true;
}

asio::awaitable<bool> tunnel_phone::shake_hands()
{
    std::array<std::byte, tunnel::handshake_header_bytes> head{};
    if (!co_await read_all(head))
        co_return false;
    asked.resize(std::to_integer<std::size_t>(head[8]) * 256 +
                 std::to_integer<std::size_t>(head[9]));
    if (!co_await read_all(std::as_writable_bytes(std::span(asked))))
        co_return false;
    auto reply = header;
    reply += static_cast<char>(answer.size() / 256);
    reply += static_cast<char>(answer.size() % 256);
    reply += answer;
    co_return (co_await stream_->write(std::as_bytes(std::span(reply)))).has_value();
}

asio::awaitable<void> tunnel_phone::run(std::shared_ptr<tunnel_phone> self)
{
    tunnel::packet_splitter splitter(phone_mtu);
    if (co_await self->shake_hands()) {
        asio::co_spawn(self->home_, write(self), asio::detached);
        while (const auto count = co_await self->stream_->read_some(splitter.room())) {
            splitter.arrived(*count);
            while (const auto packet = splitter.next())
                self->take(*packet);
            self->wakes_.cancel();
        }
    }
    self->over_ = true;
    self->stream_->close();
    self->wakes_.cancel();
}

void tunnel_phone::take(std::span<const std::byte> bytes)
{
    longest_packet = std::max(longest_packet, bytes.size());
    const auto packet = tunnel::parse_ipv6(bytes);
    const auto segment = packet ? tunnel::parse_tcp(*packet) : std::nullopt;
    if (!segment || silent)
        return;
    const key ports{segment->destination_port, segment->source_port};
    auto found = connections_.find(ports);
    if (found == connections_.end()) {
        if (!segment->flags.syn)
            return;
        const tunnel::tcp_path path{.local_address = packet->destination,
                                    .remote_address = packet->source,
                                    .local_port = ports.first,
                                    .remote_port = ports.second,
                                    .most_received_packet = phone_mtu,
                                    .most_sent_packet = phone_mtu};
        ++connections_seen;
        const auto role = tunnel::tcp_connection::role::accepts;
        found = connections_
                    .emplace(ports, std::make_shared<served_connection>(tunnel::tcp_connection(
                                        path, settings, role, 7, phone_clock::now())))
                    .first;
    }
    found->second->tcp.take(*segment, phone_clock::now());
    if (!services.contains(ports.first))
        found->second->tcp.abort(phone_clock::now());
}

std::size_t tunnel_phone::next_packet()
{
    const auto now = phone_clock::now();
    for (auto at = connections_.begin(); at != connections_.end();) {
        const auto which = at->second;
        if (const auto found = services.find(at->first.first); found != services.end())
            found->second(*which);
        const auto length = which->tcp.write_packet(room_, now);
        at = which->tcp.over(now) ? connections_.erase(at) : std::next(at);
        if (length > 0)
            return length;
    }
    return 0;
}

void tunnel_phone::send_raw(std::vector<std::byte> bytes)
{
    raw_ = std::move(bytes);
    wakes_.cancel();
}

void tunnel_phone::send_datagram(std::uint16_t port, std::span<const std::byte> payload)
{
    constexpr auto headers = tunnel::ipv6_packet::header_bytes + tunnel::udp_datagram::header_bytes;
    const auto host = asio::ip::make_address_v6("fd9a:4cc1:5c8e::2").to_bytes();
    const auto phone = asio::ip::make_address_v6("fd9a:4cc1:5c8e::1").to_bytes();
    std::vector<std::byte> packet(headers + payload.size());
    std::ranges::copy(payload, packet.begin() + headers);
    tunnel::write_udp_packet(
        packet, {.source_port = 50'002, .destination_port = port, .payload = {}}, phone, host);
    raw_.insert(raw_.end(), packet.begin(), packet.end());
    wakes_.cancel();
}

asio::awaitable<void> tunnel_phone::write(std::shared_ptr<tunnel_phone> self)
{
    while (!self->over_) {
        if (!self->raw_.empty()) {
            const auto raw = std::exchange(self->raw_, {});
            if (!co_await self->stream_->write(raw))
                break;
        }
        if (const auto length = self->next_packet()) {
            if (!co_await self->stream_->write(std::span(self->room_).first(length)))
                break;
            continue;
        }
        auto due = phone_clock::time_point::max();
        for (const auto& [ports, each] : self->connections_)
            due = std::min(due, each->tcp.due());
        boost::system::error_code ignored;
        self->wakes_.expires_at(due);
        co_await self->wakes_.async_wait(asio::redirect_error(asio::use_awaitable, ignored));
    }
}

void echo(served_connection& over)
{
    std::array<std::byte, 16'384> some{};
    while (over.tcp.readable() > 0 && over.tcp.writable() >= some.size()) {
        const auto count = over.tcp.read(some);
        over.tcp.write(std::span(some).first(count));
    }
    if (over.tcp.input_ended() && over.tcp.readable() == 0)
        over.tcp.shut_writing();
}

} // namespace thimble::tests
