#include "http/client/dial.hpp"

#include "async/aborted.hpp"
#include "async/deadline.hpp"
#include "http/high_descriptor.hpp"

#include <boost/asio/io_context.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/use_awaitable.hpp>

namespace thimble::service::http {

namespace asio = boost::asio;
using asio::ip::tcp;
using boost::system::error_code;

namespace {

struct found_addresses {
    endpoints all;
    error_code failed;
};

/// Blocks for as long as the system's resolver likes.
found_addresses ask_resolver(const std::string& host, std::uint16_t port)
{
    found_addresses out;
    asio::io_context none_shared;
    tcp::resolver resolver(none_shared);
    for (const auto& each :
         resolver.resolve(host, std::to_string(port), tcp::resolver::numeric_service, out.failed))
        out.all.push_back(each.endpoint());
    if (!out.failed && out.all.empty())
        out.failed = asio::error::host_not_found;
    return out;
}

asio::awaitable<error_code> connect_to(tcp::socket& socket, tcp::endpoint at)
{
    error_code failed;
    co_await socket.async_connect(at, asio::redirect_error(asio::use_awaitable, failed));
    async::throw_if_aborted(failed);
    co_return failed;
}

/// Messages are short and must not wait for company; a peer that is gone is noticed even when
/// nothing is to be said.
void tune(tcp::socket& socket)
{
    error_code ignored; // a socket that cannot do it still works
    socket.set_option(tcp::no_delay(true), ignored);
    socket.set_option(asio::socket_base::keep_alive(true), ignored);
}

} // namespace

asio::awaitable<std::expected<endpoints, error_code>>
look_up(async::worker& resolver, std::string host, std::uint16_t port)
{
    error_code is_name;
    const auto address = asio::ip::make_address(host, is_name);
    if (!is_name) {
        endpoints one{tcp::endpoint(address, port)};
        co_return one;
    }
    auto call = [host = std::move(host), port] { return ask_resolver(host, port); };
    auto answer = co_await resolver.run(std::move(call));
    if (answer.failed)
        co_return std::unexpected(answer.failed);
    co_return std::move(answer.all);
}

asio::awaitable<std::expected<tcp::socket, error_code>> reach(endpoints all,
                                                              std::chrono::milliseconds limit)
{
    const auto share = limit / static_cast<int>(all.size());
    tcp::socket socket(co_await asio::this_coro::executor);
    error_code failed;
    for (const auto& each : all) {
        error_code ignored;
        socket.close(ignored);
        const auto answer = co_await async::with_timeout(share, connect_to(socket, each));
        failed = answer.value_or(asio::error::timed_out);
        if (failed)
            continue;
        tune(socket);
        co_return with_high_descriptor(std::move(socket));
    }
    co_return std::unexpected(failed);
}

} // namespace thimble::service::http
