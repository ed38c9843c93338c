#include "device/tunnel/handshake.hpp"

#include "async/deadline.hpp"

#include <array>

namespace thimble::device::tunnel {
namespace {

namespace asio = boost::asio;

failure no_tunnel(std::string message, std::string cause)
{
    return {.what = problem::refused, .message = std::move(message), .cause = std::move(cause)};
}

failure broken_off(const boost::system::error_code& why)
{
    return no_tunnel("The phone broke off the opening of the tunnel (" + why.message() + ").",
                     "tunnel_refused");
}

failure not_understood(const std::string& why)
{
    return no_tunnel("The phone's answer to the opening of the tunnel " + why + ".",
                     "malformed_answer");
}

asio::awaitable<result<void>> read_all(coredevice::byte_stream& from, std::span<std::byte> to)
{
    while (!to.empty()) {
        const auto count = co_await from.read_some(to);
        if (!count)
            co_return std::unexpected(broken_off(count.error()));
        to = to.subspan(*count);
    }
    co_return result<void>();
}

asio::awaitable<result<granted_tunnel>> agree(coredevice::byte_stream& over, std::uint16_t mtu)
{
    const auto request = handshake_request(mtu);
    if (const auto sent = co_await over.write(request); !sent)
        co_return std::unexpected(broken_off(sent.error()));
    std::array<std::byte, handshake_header_bytes> header{};
    if (const auto read = co_await read_all(over, header); !read)
        co_return std::unexpected(read.error());
    const auto length = answer_length(header);
    if (!length)
        co_return std::unexpected(not_understood(length.error()));
    std::string body(*length, '\0');
    if (const auto read = co_await read_all(over, std::as_writable_bytes(std::span(body))); !read)
        co_return std::unexpected(read.error());
    auto granted = parse_answer(body, mtu);
    if (!granted)
        co_return std::unexpected(not_understood(granted.error()));
    co_return *granted;
}

} // namespace

asio::awaitable<result<granted_tunnel>> agree_on_tunnel(coredevice::byte_stream& over,
                                                        std::uint16_t mtu,
                                                        std::chrono::steady_clock::duration limit)
{
    auto granted = co_await async::with_timeout(limit, agree(over, mtu));
    if (!granted)
        co_return std::unexpected(
            failure{.what = problem::timed_out,
                    .message = "The phone did not answer the opening of the tunnel in time.",
                    .cause = {}});
    co_return std::move(*granted);
}

} // namespace thimble::device::tunnel
