#include "http/stream.hpp"

#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/use_awaitable.hpp>

#include <cstring>

namespace thimble::service::http {

namespace asio = boost::asio;
using boost::system::error_code;

stream::socket& stream::lowest()
{
    if (auto* encrypted = std::get_if<encrypted_layer>(&layer_))
        return encrypted->next_layer();
    return std::get<socket>(layer_);
}

asio::awaitable<error_code> stream::handshake(role as)
{
    error_code failed;
    co_await std::get<encrypted_layer>(layer_).async_handshake(
        as, asio::redirect_error(asio::use_awaitable, failed));
    co_return failed;
}

SSL& stream::encryption()
{
    return *std::get<encrypted_layer>(layer_).native_handle();
}

asio::awaitable<void> stream::shut_down()
{
    error_code ignored; // most clients simply close
    co_await std::get<encrypted_layer>(layer_).async_shutdown(
        asio::redirect_error(asio::use_awaitable, ignored));
}

void stream::close()
{
    error_code ignored;
    lowest().close(ignored);
}

std::string address_of(const stream::socket& socket)
{
    error_code failed;
    const auto far_end = socket.remote_endpoint(failed);
    const auto family = far_end.protocol().family();
    asio::ip::tcp::endpoint out;
    if (failed || (family != AF_INET && family != AF_INET6) || far_end.size() > out.capacity())
        return {};
    std::memcpy(out.data(), far_end.data(), far_end.size());
    out.resize(far_end.size());
    return out.address().to_string();
}

} // namespace thimble::service::http
