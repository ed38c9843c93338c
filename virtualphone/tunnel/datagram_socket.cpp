#include "virtualphone/tunnel/datagram_socket.hpp"

#include "virtualphone/tunnel/datagram_line.hpp"
#include "virtualphone/tunnel/network.hpp"

#include <boost/asio/error.hpp>

#include <random>
#include <utility>

namespace thimble::virtualphone::tunnel {
namespace {

constexpr std::size_t most_queued = std::size_t{4} << 20U; // bytes on their way to the host

std::uint16_t any_port()
{
    static constexpr std::uint16_t first = 49'152; // those that systems give out
    std::random_device chance;
    return static_cast<std::uint16_t>(
        std::uniform_int_distribution<unsigned>(first, 0xFFFF)(chance));
}

} // namespace

datagram_socket::datagram_socket(std::shared_ptr<network> in, std::shared_ptr<line> of)
    : network_(std::move(in)), line_(std::move(of))
{
}

datagram_socket::~datagram_socket()
{
    if (line_)
        network_->datagram_lines_.erase(line_->port);
}

std::uint16_t datagram_socket::port() const
{
    return line_->port;
}

const address& datagram_socket::phone() const
{
    return network_->granted_.phone;
}

const address& datagram_socket::host() const
{
    return network_->granted_.host;
}

std::size_t datagram_socket::largest() const
{
    return network_->granted_.mtu - ipv6_header_size - udp_header_size;
}

boost::asio::any_io_executor datagram_socket::executor() const
{
    return network_->home_;
}

void datagram_socket::send(std::uint16_t to, byte_view content)
{
    if (!line_->ended)
        network_->send_datagram(line_->port, to, content);
}

boost::asio::awaitable<datagram> datagram_socket::receive()
{
    const auto line = line_; // outlives the socket while somebody waits
    while (line->received.empty()) {
        if (line->ended)
            throw boost::system::system_error(boost::asio::error::eof);
        co_await line->arrived.wait();
    }
    datagram result = std::move(line->received.front());
    line->received.pop_front();
    co_return result;
}

datagram_socket network::open_datagrams()
{
    std::uint16_t port = any_port();
    while (datagram_lines_.contains(port))
        port = any_port();
    auto line = std::make_shared<datagram_socket::line>(home_, port);
    line->ended = ended_;
    datagram_lines_.emplace(port, line);
    return {shared_from_this(), std::move(line)};
}

void network::send_datagram(std::uint16_t from, std::uint16_t to, byte_view content)
{
    if (queued_bytes_ + content.size() > most_queued)
        return;
    datagrams_.push_back(build_datagram({.source = granted_.phone,
                                         .destination = granted_.host,
                                         .source_port = from,
                                         .destination_port = to,
                                         .content = content}));
    queued_bytes_ += datagrams_.back().size();
    something_happened();
}

std::optional<bytes> network::next_datagram()
{
    if (datagrams_.empty())
        return std::nullopt;
    bytes packet = std::move(datagrams_.front());
    datagrams_.pop_front();
    queued_bytes_ -= packet.size();
    return packet;
}

void network::take_datagram(byte_view packet)
{
    const auto parsed = parse_datagram(packet);
    if (!parsed || parsed->destination != granted_.phone || parsed->source != granted_.host)
        return;
    const auto found = datagram_lines_.find(parsed->destination_port);
    if (found == datagram_lines_.end())
        return;
    auto& line = *found->second;
    if (line.received.size() >= datagram_socket::most_waiting)
        return;
    line.received.push_back(
        {parsed->source_port, bytes(parsed->content.begin(), parsed->content.end())});
    line.arrived.notify_all();
}

void network::end_datagrams()
{
    for (const auto& [port, line] : datagram_lines_) {
        line->ended = true;
        line->arrived.notify_all();
    }
    datagrams_.clear();
    queued_bytes_ = 0;
}

} // namespace thimble::virtualphone::tunnel
