#include "device/usbmux/phone_ports.hpp"

#include "async/high_descriptor.hpp"

#include <boost/asio/ip/tcp.hpp>

#include <cerrno>
#include <chrono>
#include <memory>
#include <sys/socket.h>
#include <unistd.h>
#include <usbmuxd.h>
#include <utility>

namespace thimble::device {
namespace {

/// usbmuxd answers at once; what takes longer is a mux that hangs.
constexpr std::chrono::seconds connect_limit{3};

/// A descriptor that is closed unless it is taken over, even when nobody waits for it any more.
class descriptor {
public:
    descriptor() = default;
    explicit descriptor(int fd) : fd_(fd) {}
    descriptor(descriptor&& other) noexcept : fd_(std::exchange(other.fd_, -1)) {}
    descriptor& operator=(descriptor&& other) noexcept
    {
        std::swap(fd_, other.fd_);
        return *this;
    }
    descriptor(const descriptor&) = delete;
    descriptor& operator=(const descriptor&) = delete;
    ~descriptor()
    {
        if (fd_ >= 0)
            ::close(fd_);
    }

    int get() const { return fd_; }
    int release() { return std::exchange(fd_, -1); }

private:
    int fd_ = -1;
};

struct connect_outcome {
    descriptor stream;
    int error = 0; // errno
};

/// Worker thread.
connect_outcome connect_by_usbmuxd(std::uint32_t mux_handle, std::uint16_t port)
{
    const int outcome = usbmuxd_connect(mux_handle, port);
    if (outcome < 0)
        return {.stream = {}, .error = -outcome};
    return {.stream = descriptor(async::high_descriptor(outcome)), .error = 0};
}

failure connect_failure(int error, std::uint16_t port)
{
    if (error == ECONNREFUSED)
        return {.what = problem::refused,
                .message = "Nothing listens on port " + std::to_string(port) + " of the phone.",
                .cause = "port_refused"};
    return {.what = problem::detached,
            .message = "usbmuxd does not reach the phone.",
            .cause = "usbmuxd_error_" + std::to_string(error)};
}

result<port_stream> adopt_socket(descriptor fd, const boost::asio::any_io_executor& home)
{
    sockaddr_storage address{};
    socklen_t length = sizeof address;
    ::getsockname(fd.get(), reinterpret_cast<sockaddr*>(&address), &length); // NOLINT
    port_stream stream(home);
    boost::system::error_code ec;
    stream.assign({address.ss_family, 0}, fd.get(), ec);
    if (ec)
        return std::unexpected(
            failure{.what = problem::detached, .message = ec.message(), .cause = "bad_descriptor"});
    fd.release();
    if (address.ss_family != AF_UNIX)
        stream.set_option(boost::asio::ip::tcp::no_delay(true), ec); // a mux behind TCP
    return stream;
}

boost::asio::awaitable<result<port_stream>>
open(blocking_client& client, std::uint32_t mux_handle, std::uint16_t port)
{
    const auto home = co_await boost::asio::this_coro::executor;
    auto outcome = co_await client.run(
        connect_limit, [mux_handle, port] { return connect_by_usbmuxd(mux_handle, port); });
    if (!outcome)
        co_return std::unexpected(failure{.what = problem::timed_out,
                                          .message = "usbmuxd did not answer in time.",
                                          .cause = "usbmuxd_silent"});
    if (outcome->error != 0)
        co_return std::unexpected(connect_failure(outcome->error, port));
    co_return adopt_socket(std::move(outcome->stream), home);
}

} // namespace

port_opener opener_of(blocking_client& client, const attachment& phone, std::uint16_t port)
{
    return [&client, handle = phone.mux_handle, port] { return open(client, handle, port); };
}

} // namespace thimble::device
