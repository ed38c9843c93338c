#include "tests/device/tunnel/kernel_peer.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <netinet/in.h>
#include <poll.h>
#include <stdexcept>
#include <sys/socket.h>

namespace thimble::tests {
namespace {

using kernel_clock = std::chrono::steady_clock;

constexpr std::uint16_t kernel_port = 7'000;
constexpr std::size_t device_mtu = 16'000;

tunnel::owned_descriptor listening()
{
    tunnel::owned_descriptor result(
        ::socket(AF_INET6, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0));
    sockaddr_in6 address{};
    address.sin6_family = AF_INET6;
    address.sin6_port = htons(kernel_port);
    address.sin6_addr = in6addr_any;
    if (::bind(result.get(), reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0 ||
        ::listen(result.get(), 1) != 0)
        throw std::runtime_error("the kernel does not listen");
    return result;
}

tunnel::tcp_path path_to_kernel()
{
    return {.local_address = test_address,
            .remote_address = kernel_address,
            .local_port = 50'000,
            .remote_port = kernel_port,
            .most_received_packet = device_mtu,
            .most_sent_packet = device_mtu};
}

void drop_first(std::vector<std::byte>& from, std::size_t count)
{
    from.erase(from.begin(), from.begin() + static_cast<std::ptrdiff_t>(count));
}

} // namespace

kernel_peer::kernel_peer(const own_network& over,
                         const tunnel::tcp_settings& settings,
                         bool listens)
    : ours(path_to_kernel(),
           settings,
           tunnel::tcp_connection::role::opens,
           0xffff'0000,
           kernel_clock::now()),
      device_(over.device()), room_(device_mtu)
{
    if (listens)
        listener_ = listening();
}

void kernel_peer::serve_ours()
{
    std::array<std::byte, 65'536> some{};
    while (we_take && ours.readable() > 0) {
        const auto count = ours.read(some);
        we_read.insert(we_read.end(), some.begin(),
                       some.begin() + static_cast<std::ptrdiff_t>(count));
    }
    drop_first(we_write, ours.write(we_write));
}

void kernel_peer::read_kernel()
{
    std::array<std::byte, 65'536> some{};
    while (kernel_takes && !kernel_input_ended && kernel_error == 0) {
        const auto count = ::recv(kernel_.get(), some.data(), some.size(), 0);
        if (count < 0) {
            kernel_error = errno == EAGAIN ? 0 : errno;
            return;
        }
        kernel_input_ended = count == 0;
        kernel_read.insert(kernel_read.end(), some.begin(), some.begin() + count);
    }
}

void kernel_peer::serve_kernel()
{
    if (kernel_.get() < 0 && listener_.get() >= 0)
        kernel_ = tunnel::owned_descriptor(
            ::accept4(listener_.get(), nullptr, nullptr, SOCK_NONBLOCK | SOCK_CLOEXEC));
    if (kernel_.get() < 0)
        return;
    read_kernel();
    kernel_blocks = false;
    while (!kernel_writes.empty() && !kernel_blocks) {
        const auto count =
            ::send(kernel_.get(), kernel_writes.data(), kernel_writes.size(), MSG_NOSIGNAL);
        kernel_blocks = count < 0;
        drop_first(kernel_writes, static_cast<std::size_t>(std::max<ssize_t>(count, 0)));
    }
}

void kernel_peer::deliver(std::span<const std::byte> packet, bool to_kernel)
{
    if (to_kernel) {
        static_cast<void>(::write(device_, packet.data(), packet.size()));
        return;
    }
    const auto parsed = tunnel::parse_ipv6(packet);
    const auto segment =
        parsed && parsed->next_header == 6 ? tunnel::parse_tcp(*parsed) : std::nullopt;
    if (segment && segment->destination_port == ours.path().local_port)
        ours.take(*segment, kernel_clock::now());
}

void kernel_peer::pass(std::span<const std::byte> packet, bool to_kernel)
{
    if (happens(faults.late))
        held_.push_back({.packet = {packet.begin(), packet.end()},
                         .to_kernel = to_kernel,
                         .after = 1 + static_cast<unsigned>(random_() % 6)});
    else if (!happens(faults.loss))
        deliver(packet, to_kernel);
    if (happens(faults.doubled))
        deliver(packet, to_kernel);
    for (auto& each : held_)
        each.after -= 1;
    std::erase_if(held_, [this](const held& each) {
        if (each.after > 0)
            return false;
        deliver(each.packet, each.to_kernel);
        return true;
    });
}

void kernel_peer::send_packets()
{
    while (const auto length = ours.write_packet(room_, kernel_clock::now()))
        pass(std::span(room_).first(length), true);
}

void kernel_peer::receive_packets()
{
    std::vector<std::byte> packet(device_mtu);
    for (int most = 0; most < 64; ++most) {
        const auto count = ::read(device_, packet.data(), packet.size());
        if (count <= 0)
            return;
        pass(std::span(packet).first(static_cast<std::size_t>(count)), false);
    }
}

void kernel_peer::step()
{
    serve_ours();
    serve_kernel();
    send_packets();
    pollfd waits{.fd = device_, .events = POLLIN, .revents = 0};
    ::poll(&waits, 1, 2); // ms
    receive_packets();
}

bool kernel_peer::until(const std::function<bool()>& holds)
{
    const auto end = kernel_clock::now() + std::chrono::minutes(1);
    while (!holds()) {
        if (kernel_clock::now() > end)
            return false;
        step();
    }
    return true;
}

void kernel_peer::run_for(std::chrono::milliseconds how_long)
{
    const auto end = kernel_clock::now() + how_long;
    until([end] { return kernel_clock::now() >= end; });
}

void kernel_peer::end_kernel_writing()
{
    ::shutdown(kernel_.get(), SHUT_WR);
}

void kernel_peer::reset_from_kernel()
{
    const linger at_once{.l_onoff = 1, .l_linger = 0};
    ::setsockopt(kernel_.get(), SOL_SOCKET, SO_LINGER, &at_once, sizeof at_once);
    kernel_ = {};
    listener_ = {};
}

} // namespace thimble::tests
