#include "device/tunnel/packet_link.hpp"

#include "async/aborted.hpp"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/post.hpp>

#include <algorithm>
#include <exception>
#include <random>

namespace thimble::device::tunnel {
namespace {

namespace asio = boost::asio;

constexpr std::uint16_t first_port = 49'152; // RFC 6335: those that are nobody's
constexpr std::size_t most_refusals = 16;
constexpr std::size_t most_gathered = 16; // reads
constexpr std::size_t most_known = 1'024; // connections, with those that have just ended
constexpr std::size_t most_datagram_ports = 64;

failure tunnel_lost(const std::string& why)
{
    return {.what = problem::refused,
            .message = "The tunnel to the phone has ended (" + why + ").",
            .cause = "tunnel_lost"};
}

std::uint32_t random_number()
{
    std::random_device random;
    return random();
}

} // namespace

packet_link::packet_link(asio::any_io_executor home,
                         std::unique_ptr<coredevice::byte_stream> over,
                         const granted_tunnel& granted,
                         const tunnel_settings& settings)
    : home_(std::move(home)), stream_(std::move(over)), granted_(granted), settings_(settings),
      splitter_(granted.mtu),
      packet_(std::min<std::size_t>(granted.mtu, settings.most_sent_packet)),
      writer_wakes_(home_, time::max()), end_comes_(home_),
      last_port_(static_cast<std::uint16_t>(first_port + random_number() % 16'384)),
      heard_(time::clock::now())
{
}

void packet_link::start()
{
    const auto ended = [self = shared_from_this()](const std::exception_ptr& /*cancelled*/) {
        self->close(tunnel_lost("broken off"));
    };
    asio::co_spawn(home_, read(shared_from_this()), ended);
    asio::co_spawn(home_, write(shared_from_this()), ended);
}

void packet_link::close(failure why)
{
    if (ended_)
        return;
    ended_ = std::move(why);
    stream_->close();
    wake_writer();
    for (const auto& [port, each] : connections_)
        each->changed.notify_all();
    connections_.clear();
    datagrams_.clear();
    end_comes_.notify_all();
}

std::optional<std::uint16_t> packet_link::free_port()
{
    if (connections_.size() >= most_known)
        return std::nullopt;
    while (connections_.contains(next_port()))
        continue;
    return last_port_;
}

std::uint16_t packet_link::next_port()
{
    last_port_ = last_port_ == 65'535 ? first_port : static_cast<std::uint16_t>(last_port_ + 1);
    return last_port_;
}

std::optional<std::uint16_t> packet_link::begin_datagrams(datagram_handler on_datagram)
{
    if (datagrams_.size() >= most_datagram_ports)
        return std::nullopt;
    while (datagrams_.contains(next_port()))
        continue;
    datagrams_.emplace(last_port_, std::make_shared<datagram_handler>(std::move(on_datagram)));
    return last_port_;
}

std::shared_ptr<linked_connection> packet_link::begin_connection(std::uint16_t port)
{
    const auto in_use = std::ranges::count_if(
        connections_, [](const auto& each) { return each.second->tcp.end() == tcp_end::none; });
    if (static_cast<std::size_t>(in_use) >= settings_.most_connections)
        return nullptr;
    const auto ours = free_port();
    if (!ours)
        return nullptr;
    const tcp_path path{.local_address = granted_.host,
                        .remote_address = granted_.phone,
                        .local_port = *ours,
                        .remote_port = port,
                        .most_received_packet = granted_.mtu,
                        .most_sent_packet = packet_.size()};
    auto made = std::make_shared<linked_connection>(
        home_, tcp_connection(path, settings_.tcp, tcp_connection::role::opens, random_number(),
                              time::clock::now()));
    connections_.emplace(*ours, made);
    wake_writer();
    return made;
}

asio::awaitable<void> packet_link::read(std::shared_ptr<packet_link> self)
{
    while (!self->ended_) {
        const auto count = co_await self->stream_->read_some(self->splitter_.room());
        if (self->ended_)
            break;
        if (!count) {
            self->close(tunnel_lost(count.error().message()));
            break;
        }
        ++self->reads_;
        self->splitter_.arrived(*count);
        const auto now = time::clock::now();
        while (const auto packet = self->splitter_.next())
            self->take(*packet, now);
        if (self->splitter_.lost())
            self->close(tunnel_lost("what came was no packet"));
        self->wake_writer();
    }
}

/// Packets that are not for us, and all that is neither TCP nor UDP nor well-formed, are dropped.
void packet_link::take(std::span<const std::byte> packet, time now)
{
    heard_ = now;
    const auto parsed = parse_ipv6(packet);
    if (!parsed || parsed->source != granted_.phone || parsed->destination != granted_.host)
        return;
    if (parsed->next_header == static_cast<std::uint8_t>(ip_protocol::udp))
        return take_datagram(*parsed, now);
    if (parsed->next_header != static_cast<std::uint8_t>(ip_protocol::tcp))
        return;
    const auto segment = parse_tcp(*parsed);
    if (!segment)
        return;
    const auto found = connections_.find(segment->destination_port);
    if (found == connections_.end() ||
        found->second->tcp.path().remote_port != segment->source_port)
        return refuse(*segment);
    found->second->tcp.take(*segment, now);
    found->second->changed.notify_all();
}

/// A datagram for no port of ours is dropped: whoever sends one does not wait for an answer.
void packet_link::take_datagram(const ipv6_packet& packet, time now)
{
    const auto datagram = parse_udp(packet);
    const auto found = datagram ? datagrams_.find(datagram->destination_port) : datagrams_.end();
    if (found == datagrams_.end())
        return;
    const auto handler = found->second; // which may end the port
    (*handler)(*datagram, now);
}

/// Tells the phone that there is no such connection, as it would find out for itself only late.
void packet_link::refuse(const tcp_segment& segment)
{
    if (segment.flags.rst || refusals_.size() >= most_refusals)
        return;
    refusals_.push_back({.source_port = segment.destination_port,
                         .destination_port = segment.source_port,
                         .number = segment.flags.ack ? segment.acknowledged : 0,
                         .acknowledged = segment.number + segment.length(),
                         .flags = {.rst = true, .ack = !segment.flags.ack}});
}

/// A packet to a write: a phone's TLS takes one packet in a record much faster than several.
asio::awaitable<void> packet_link::write(std::shared_ptr<packet_link> self)
{
    while (!self->ended_) {
        const auto length = self->next_packet();
        if (length == 0) {
            if (!self->ended_)
                co_await self->wait_to_write();
            continue;
        }
        const auto written = co_await self->stream_->write(std::span(self->packet_).first(length));
        if (!written)
            self->close(tunnel_lost(written.error().message()));
    }
}

asio::awaitable<void> packet_link::wait_to_write()
{
    auto due = time::max();
    for (const auto& [port, each] : connections_)
        due = std::min(due, each->tcp.due());
    boost::system::error_code ignored;
    writer_wakes_.expires_at(due);
    co_await writer_wakes_.async_wait(asio::redirect_error(asio::use_awaitable, ignored));
    co_await let_reads_gather();
}

/// While reads need not be waited for they go first: one acknowledgement does for all of them.
asio::awaitable<void> packet_link::let_reads_gather()
{
    for (std::size_t rounds = 0, before = 0; rounds < most_gathered && before != reads_; ++rounds) {
        before = reads_;
        co_await asio::post(home_, asio::use_awaitable);
    }
}

std::size_t packet_link::next_refusal()
{
    if (refusals_.empty())
        return 0;
    const auto length = ipv6_packet::header_bytes + tcp_segment::header_bytes;
    write_tcp_packet(std::span(packet_).first(length), refusals_.front(), granted_.host,
                     granted_.phone);
    refusals_.pop_front();
    return length;
}

/// Every connection has its turn.
std::size_t packet_link::next_packet()
{
    if (const auto length = next_refusal(); length > 0)
        return length;
    const auto now = time::clock::now();
    auto at = connections_.upper_bound(last_served_);
    for (auto left = connections_.size(); left > 0 && !ended_; --left) {
        if (at == connections_.end())
            at = connections_.begin();
        const auto which = at->second;
        const auto length = which->tcp.write_packet(packet_, now);
        last_served_ = at->first;
        const bool over = which->tcp.over(now);
        at = over ? connections_.erase(at) : std::next(at);
        look_after(*which, now);
        if (length > 0)
            return length;
    }
    return 0;
}

/// A phone's kernel answers by itself: when it does not, and nothing else has come either, it is
/// the link that is dead.
void packet_link::look_after(linked_connection& which, time now)
{
    if (which.end_seen || which.tcp.end() == tcp_end::none)
        return;
    which.end_seen = true;
    which.changed.notify_all();
    const auto silent = settings_.tcp.dead_after - settings_.tcp.keep_alive_after;
    if (which.tcp.end() == tcp_end::timed_out && now - heard_ >= silent)
        close(tunnel_lost("the phone is silent"));
}

} // namespace thimble::device::tunnel
