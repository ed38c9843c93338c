#include "virtualphone/mux/listen_socket.hpp"

#include <boost/asio/awaitable.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/local/stream_protocol.hpp>
#include <boost/asio/use_awaitable.hpp>

#include <charconv>
#include <cstring>
#include <filesystem>
#include <sys/stat.h>
#include <unistd.h>

namespace thimble::virtualphone {
namespace {

namespace asio = boost::asio;
using boost::system::error_code;
using generic_endpoint = asio::generic::stream_protocol::endpoint;

constexpr int waiting_connections = 128;

std::expected<void, std::string> make_room(asio::any_io_executor home, const std::string& path)
{
    struct stat found{};
    if (::lstat(path.c_str(), &found) != 0)
        return {};
    if (!S_ISSOCK(found.st_mode))
        return std::unexpected(path + " is there already and is not a socket");
    asio::local::stream_protocol::socket probe(home);
    error_code refused;
    probe.connect(asio::local::stream_protocol::endpoint(path), refused);
    if (!refused)
        return std::unexpected(path + " is in use: another program listens there");
    ::unlink(path.c_str());
    return {};
}

std::expected<asio::ip::tcp::endpoint, std::string> parse_endpoint(std::string_view address)
{
    const auto wrong = [&] {
        return std::unexpected(std::string(address) +
                               " is neither the path of a socket nor HOST:PORT");
    };
    const std::size_t colon = address.rfind(':');
    if (colon == address.npos)
        return wrong();
    std::string host(address.substr(0, colon));
    if (host.starts_with('[') && host.ends_with(']'))
        host = host.substr(1, host.size() - 2);
    if (host == "localhost")
        host = "127.0.0.1";
    const std::string_view digits = address.substr(colon + 1);
    std::uint16_t port = 0;
    const auto [end, bad] = std::from_chars(digits.data(), digits.data() + digits.size(), port);
    error_code no_address;
    const auto parsed = asio::ip::make_address(host, no_address);
    if (no_address || bad != std::errc{} || end != digits.data() + digits.size())
        return wrong();
    return asio::ip::tcp::endpoint(parsed, port);
}

/// With `reuse`, a port whose last owner has just gone can be bound again at once.
std::expected<listen_socket::acceptor, error_code>
bound(asio::any_io_executor home, const generic_endpoint& at, bool reuse)
{
    listen_socket::acceptor opened(home);
    error_code error;
    opened.open(at.protocol(), error);
    if (!error && reuse)
        opened.set_option(asio::socket_base::reuse_address(true), error);
    if (!error)
        opened.bind(at, error);
    if (error)
        return std::unexpected(error);
    return opened;
}

} // namespace

std::expected<listen_socket, std::string> listen_socket::open(asio::any_io_executor home,
                                                              std::string_view address)
{
    if (address.starts_with("UNIX:"))
        return open_path(home, std::string(address.substr(5)));
    if (address.contains('/'))
        return open_path(home, std::string(address));
    return open_port(home, address);
}

std::expected<listen_socket, std::string> listen_socket::open_path(asio::any_io_executor home,
                                                                   std::string path)
{
    if (path.starts_with("//"))
        path = path.substr(path.find_first_not_of('/') - 1);
    path = std::filesystem::absolute(path).string();
    if (path.size() >= sizeof(sockaddr_un::sun_path))
        return std::unexpected(path + " is too long for a socket");
    if (auto room = make_room(home, path); !room)
        return std::unexpected(room.error());
    auto opened = bound(home, asio::local::stream_protocol::endpoint(path), false);
    if (!opened)
        return std::unexpected("cannot listen on " + path + ": " + opened.error().message());
    ::chmod(path.c_str(), S_IRUSR | S_IWUSR); // nobody can connect before listen()
    opened->listen(waiting_connections);
    return listen_socket(std::move(*opened), "UNIX://" + path, path);
}

std::expected<listen_socket, std::string> listen_socket::open_port(asio::any_io_executor home,
                                                                   std::string_view address)
{
    const auto at = parse_endpoint(address);
    if (!at)
        return std::unexpected(at.error());
    auto opened = bound(home, *at, true);
    if (!opened)
        return std::unexpected("cannot listen on " + std::string(address) + ": " +
                               opened.error().message());
    opened->listen(waiting_connections);
    const generic_endpoint really = opened->local_endpoint();
    asio::ip::tcp::endpoint tcp;
    tcp.resize(really.size());
    std::memcpy(tcp.data(), really.data(), really.size());
    const std::string host =
        tcp.address().is_v6() ? "[" + tcp.address().to_string() + "]" : tcp.address().to_string();
    return listen_socket(std::move(*opened), host + ":" + std::to_string(tcp.port()), "");
}

listen_socket::~listen_socket()
{
    close();
}

asio::awaitable<stream> listen_socket::accept()
{
    stream accepted(acceptor_.get_executor());
    co_await acceptor_.async_accept(accepted, asio::use_awaitable);
    error_code not_tcp;
    accepted.set_option(asio::ip::tcp::no_delay(true), not_tcp);
    co_return accepted;
}

void listen_socket::close()
{
    if (!acceptor_.is_open())
        return;
    error_code ignored;
    acceptor_.close(ignored);
    if (!path_.empty())
        ::unlink(path_.c_str());
}

} // namespace thimble::virtualphone
