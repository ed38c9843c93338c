#include "virtualphone/tunnel/network.hpp"

#include "virtualphone/channel/faulty_answer.hpp"
#include "virtualphone/tunnel/datagram_line.hpp"
#include "virtualphone/tunnel/stream_line.hpp"

#include <boost/asio/as_tuple.hpp>
#include <boost/asio/awaitable.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/error.hpp>
#include <boost/asio/use_awaitable.hpp>

#include <array>
#include <exception>
#include <random>

namespace thimble::virtualphone::tunnel {
namespace {

namespace asio = boost::asio;
using clock = std::chrono::steady_clock;

constexpr std::size_t longest_received = std::size_t{64} << 10U;

std::uint32_t any_number()
{
    return std::random_device()();
}

/// A connection that ends is nobody's failure.
asio::awaitable<void> serve_line(stream_service service, tunnel_stream over)
{
    try {
        co_await service(std::move(over));
    } catch (const boost::system::system_error&) { // NOLINT(bugprone-empty-catch)
    }
}

bool gone(const tunnel_stream::line& line)
{
    return line.left && line.tcp.over();
}

} // namespace

network::network(asio::any_io_executor home,
                 const grant& granted,
                 listeners who_listens,
                 fault_switches& faults)
    : home_(std::move(home)), granted_(granted), listeners_(std::move(who_listens)),
      faults_(faults), wakes_(home_), written_(home_)
{
}

asio::awaitable<void> network::run(channel& host)
{
    const auto alive = shared_from_this();
    writing_ = true;
    asio::co_spawn(home_, write(host), [alive, &host](const std::exception_ptr&) {
        alive->writing_ = false;
        host.close();
        alive->written_.notify_all();
    });
    std::exception_ptr why;
    try {
        co_await read(host);
    } catch (const boost::system::system_error&) {
        why = std::current_exception();
    }
    ended_ = true;
    host.close();
    end_all();
    something_happened();
    while (writing_) // it uses the channel, which is gone with this function
        co_await written_.wait();
    std::rethrow_exception(why);
}

void network::end_all()
{
    for (const auto& [ports, line] : lines_) {
        line->tcp.abort();
        line->changed.notify_all();
    }
    lines_.clear();
    end_datagrams();
}

asio::awaitable<void> network::read(channel& host)
{
    std::array<std::uint8_t, ipv6_header_size> header{};
    bytes packet;
    for (;;) {
        co_await host.read(header);
        const auto size = packet_size(header);
        if (!size || *size > longest_received)
            throw boost::system::system_error(asio::error::invalid_argument);
        packet.assign(header.begin(), header.end());
        packet.resize(*size);
        co_await host.read(std::span(packet).subspan(header.size()));
        take(packet);
    }
}

void network::take(byte_view packet)
{
    const auto parsed = parse_packet(packet);
    if (!parsed)
        return take_datagram(packet);
    if (parsed->destination != granted_.phone || parsed->source != granted_.host)
        return;
    const tcp_segment& segment = parsed->segment;
    const auto found = lines_.find({segment.source_port, segment.destination_port});
    if (found != lines_.end()) {
        found->second->tcp.take(segment, clock::now());
        found->second->changed.notify_all();
    } else if (segment.syn && !segment.ack) {
        open(segment);
    } else if (!segment.rst) {
        refuse(segment);
    }
    something_happened();
}

void network::open(const tcp_segment& opening)
{
    stream_service service;
    if (lines_.size() < most_connections && !faults_.take_refusal("tunnel.tcp"))
        service = listeners_(opening.destination_port);
    if (!service)
        return refuse(opening);
    const tcp_connection::route way{granted_.phone, granted_.host, opening.destination_port,
                                    opening.source_port, granted_.mtu};
    auto line = std::make_shared<tunnel_stream::line>(
        home_, tcp_connection(way, opening, any_number(), clock::now()));
    lines_.emplace(key{opening.source_port, opening.destination_port}, line);
    asio::co_spawn(
        home_, serve_line(std::move(service), tunnel_stream(shared_from_this(), std::move(line))),
        asio::detached);
}

void network::refuse(const tcp_segment& segment)
{
    tcp_segment answer{.source_port = segment.destination_port,
                       .destination_port = segment.source_port,
                       .sequence = segment.ack ? segment.acknowledgment : 0,
                       .acknowledgment = segment.sequence + segment.length(),
                       .ack = !segment.ack,
                       .rst = true};
    refusal_ = build_packet({granted_.phone, granted_.host, answer});
}

asio::awaitable<void> network::write(channel& host)
{
    while (!ended_) {
        while (auto packet = next_packet())
            co_await send(host, std::move(*packet));
        auto due = clock::time_point::max();
        for (const auto& [ports, line] : lines_)
            due = std::min(due, line->tcp.due());
        wakes_.expires_at(due);
        if (!ended_)
            co_await wakes_.async_wait(asio::as_tuple(asio::use_awaitable));
    }
}

/// One packet a record of TLS: some hosts do not put them together again.
asio::awaitable<void> network::send(channel& host, bytes packet)
{
    const auto fault = faults_.take_other_than_refusal("tunnel");
    while (!ended_ && fault && fault->kind == fault_kind::hang) { // the host hears nothing more
        wakes_.expires_at(clock::time_point::max());
        co_await wakes_.async_wait(asio::as_tuple(asio::use_awaitable));
    }
    if (ended_)
        co_return;
    co_await write_answer(host, std::move(packet), 0, fault);
}

std::optional<bytes> network::next_packet()
{
    if (!refusal_.empty())
        return std::exchange(refusal_, {});
    datagram_is_next_ = !datagram_is_next_;
    if (datagram_is_next_ && !datagrams_.empty())
        return next_datagram();
    auto segment = next_segment();
    return segment ? std::move(segment) : next_datagram();
}

std::optional<bytes> network::next_segment()
{
    std::erase_if(lines_, [](const auto& each) { return gone(*each.second); });
    auto at = lines_.upper_bound(latest_);
    for (std::size_t looked = 0; looked < lines_.size(); ++looked, ++at) {
        if (at == lines_.end())
            at = lines_.begin();
        if (auto packet = next_packet_of(*at->second)) {
            latest_ = at->first;
            return packet;
        }
    }
    return std::nullopt;
}

std::optional<bytes> network::next_packet_of(tunnel_stream::line& line)
{
    auto packet = line.tcp.next_packet(clock::now());
    line.changed.notify_all(); // there may be room now, or an end
    if (!packet)
        return packet;
    const bool carries = packet->size() > ipv6_header_size + tcp_header_size;
    if (line.tcp.established() && faults_.take("tunnel.window"))
        line.tcp.shut_window();
    if (!carries || !line.tcp.established())
        return packet;
    const auto fault = faults_.take_other_than_refusal("tunnel.tcp");
    if (!fault)
        return packet;
    if (fault->kind == fault_kind::corrupt) {
        packet->back() ^= 0xFFU; // the checksum is wrong now
        return packet;
    }
    if (fault->kind == fault_kind::hang) {
        line.tcp.fall_silent();
        return std::nullopt;
    }
    line.tcp.abort();
    return line.tcp.next_packet(clock::now());
}

} // namespace thimble::virtualphone::tunnel
