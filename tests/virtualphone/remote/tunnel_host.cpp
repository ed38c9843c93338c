#include "tests/virtualphone/remote/tunnel_host.hpp"

#include "virtualphone/tunnel/packets/ipv6.hpp"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/local/connect_pair.hpp>
#include <boost/asio/read.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/asio/write.hpp>

#include <algorithm>
#include <array>

namespace thimble::virtualphone::tests {

namespace asio = boost::asio;

tunnel_host::tunnel_host(asio::io_context& context,
                         const tunnel::grant& granted,
                         tunnel::listeners listeners,
                         fault_switches& faults)
    : context_(context), granted_(granted), socket_(context)
{
    asio::local::stream_protocol::socket phone_end(context);
    asio::local::connect_pair(socket_, phone_end);
    phone_end_ = std::make_unique<channel>(stream(std::move(phone_end)));
    const auto inside = std::make_shared<tunnel::network>(context.get_executor(), granted,
                                                          std::move(listeners), faults);
    running_ = 2;
    const auto ended = [this](const std::exception_ptr&) { --running_; };
    asio::co_spawn(context, inside->run(*phone_end_), // which does not begin within this call
                   [ended, inside](const std::exception_ptr& problem) { ended(problem); });
    asio::co_spawn(context, read_packets(), ended);
}

tunnel_host::~tunnel_host()
{
    boost::system::error_code ignored;
    socket_.close(ignored);
    run_until([this] { return running_ == 0; });
}

bool tunnel_host::run_until(const std::function<bool()>& done, std::chrono::milliseconds limit)
{
    const auto end = std::chrono::steady_clock::now() + limit;
    while (!done()) {
        if (std::chrono::steady_clock::now() > end)
            return false;
        context_.restart();
        context_.run_one_for(std::chrono::milliseconds(10));
    }
    return true;
}

void tunnel_host::run_for(std::chrono::milliseconds length)
{
    run_until([] { return false; }, length);
}

asio::awaitable<void> tunnel_host::read_packets()
{
    std::array<std::uint8_t, tunnel::ipv6_header_size> header{};
    bytes packet;
    for (;;) {
        co_await asio::async_read(socket_, asio::buffer(header), asio::use_awaitable);
        packet.assign(header.begin(), header.end());
        packet.resize(tunnel::packet_size(header).value());
        co_await asio::async_read(socket_, asio::buffer(packet) + header.size(),
                                  asio::use_awaitable);
        take(packet);
    }
}

void tunnel_host::take(byte_view packet)
{
    if (const auto datagram = tunnel::parse_datagram(packet)) {
        datagrams.push_back({datagram->source_port,
                             datagram->destination_port,
                             {datagram->content.begin(), datagram->content.end()}});
        return;
    }
    const auto parsed = tunnel::parse_packet(packet);
    if (!parsed)
        return;
    for (const auto& each : streams_)
        if (each->own_port == parsed->segment.destination_port && !each->over)
            return take_segment(*each, parsed->segment);
}

void tunnel_host::take_segment(host_stream& stream, const tunnel::tcp_segment& segment)
{
    if (segment.rst) {
        stream.over = true;
        return;
    }
    if (segment.syn) {
        stream.heard = segment.sequence + 1;
        stream.open = true;
        return send_segment(stream, {});
    }
    if (segment.sequence == stream.heard) { // the line loses nothing
        stream.received.insert(stream.received.end(), segment.payload.begin(),
                               segment.payload.end());
        stream.heard += segment.length();
    }
    stream.over = segment.fin;
    if (segment.length() > 0)
        send_segment(stream, {});
}

void tunnel_host::send_segment(const host_stream& stream, tunnel::tcp_segment segment)
{
    segment.source_port = stream.own_port;
    segment.destination_port = stream.port;
    segment.sequence = stream.next;
    segment.acknowledgment = stream.heard;
    segment.ack = !segment.syn;
    segment.window = 0xFFFF;
    send_packet(tunnel::build_packet({granted_.host, granted_.phone, segment}));
}

void tunnel_host::send_packet(const bytes& packet)
{
    boost::system::error_code ignored; // of a tunnel that has ended
    asio::write(socket_, asio::buffer(packet), ignored);
}

std::shared_ptr<host_stream> tunnel_host::open(std::uint16_t port)
{
    auto stream = std::make_shared<host_stream>();
    stream->own_port = ++latest_port_;
    stream->port = port;
    stream->next = 1'000;
    streams_.push_back(stream);
    send_segment(*stream, {.syn = true, .largest_payload = 1'200, .window_shift = 8});
    ++stream->next;
    run_until([&] { return stream->open || stream->over; });
    return stream->open ? stream : nullptr;
}

void tunnel_host::write(host_stream& to, byte_view content)
{
    constexpr std::size_t most = 1'200;
    while (!content.empty()) {
        const byte_view part = content.first(std::min(content.size(), most));
        content = content.subspan(part.size());
        send_segment(to, {.payload = part});
        to.next += static_cast<std::uint32_t>(part.size());
    }
}

void tunnel_host::close(host_stream& which)
{
    send_segment(which, {.fin = true});
    ++which.next;
}

void tunnel_host::send_datagram(std::uint16_t from, std::uint16_t to, byte_view content)
{
    send_packet(tunnel::build_datagram({.source = granted_.host,
                                        .destination = granted_.phone,
                                        .source_port = from,
                                        .destination_port = to,
                                        .content = content}));
}

} // namespace thimble::virtualphone::tests
