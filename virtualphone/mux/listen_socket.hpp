// A listening socket at an address that a person typed: HOST:PORT or the path of a Unix socket.
#pragma once

#include "virtualphone/phone/device_ports.hpp"

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/basic_socket_acceptor.hpp>

#include <expected>
#include <string>
#include <string_view>

namespace thimble::virtualphone {

/// Removes its Unix socket when closed. Accepts streams of the type that ports are served on.
class listen_socket {
public:
    using acceptor = boost::asio::basic_socket_acceptor<boost::asio::generic::stream_protocol>;

    /// `address` is /path, UNIX:/path or HOST:PORT with a numeric host or localhost; port 0 takes
    /// any free one. A Unix socket has mode 0600, and one that nobody listens on any more is
    /// replaced. The error is a sentence for the person who typed the address.
    static std::expected<listen_socket, std::string> open(boost::asio::any_io_executor home,
                                                          std::string_view address);

    listen_socket(listen_socket&&) noexcept = default;
    listen_socket& operator=(listen_socket&&) = delete;
    ~listen_socket();

    /// UNIX:///path or HOST:PORT, with the port really bound: the forms of USBMUXD_SOCKET_ADDRESS
    /// that every program reads.
    const std::string& address() const noexcept { return address_; }

    boost::asio::awaitable<stream> accept();

    void close();

private:
    listen_socket(acceptor opened, std::string address, std::string path)
        : acceptor_(std::move(opened)), address_(std::move(address)), path_(std::move(path))
    {
    }

    static std::expected<listen_socket, std::string> open_path(boost::asio::any_io_executor home,
                                                               std::string path);
    static std::expected<listen_socket, std::string> open_port(boost::asio::any_io_executor home,
                                                               std::string_view address);

    acceptor acceptor_;
    std::string address_;
    std::string path_; // empty for TCP
};

} // namespace thimble::virtualphone
