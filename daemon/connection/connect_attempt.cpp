#include "daemon/connection/connect_attempt.hpp"

#include "async/aborted.hpp"
#include "async/deadline.hpp"
#include "daemon/connection/trust.hpp"
#include "daemon/connection/tunnel.hpp"

#include <boost/asio/io_context.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <spdlog/fmt/fmt.h>

namespace thimble::daemon {

namespace asio = boost::asio;
using asio::ip::tcp;
using boost::system::error_code;

namespace {

struct addresses {
    std::vector<tcp::endpoint> found;
    error_code failed;
};

/// Blocks for as long as the system's resolver likes.
addresses ask_resolver(const std::string& host, std::uint16_t port)
{
    addresses out;
    asio::io_context none_shared;
    tcp::resolver resolver(none_shared);
    for (const auto& each :
         resolver.resolve(host, std::to_string(port), tcp::resolver::numeric_service, out.failed))
        out.found.push_back(each.endpoint());
    return out;
}

asio::awaitable<error_code> connect_to(tcp::socket& socket, tcp::endpoint at)
{
    error_code failed;
    co_await socket.async_connect(at, asio::redirect_error(asio::use_awaitable, failed));
    async::throw_if_aborted(failed);
    co_return failed;
}

/// Commands are short and must not wait for company; a peer that is gone is noticed even when
/// nothing is to be said.
void tune(tcp::socket& socket)
{
    error_code ignored; // a socket that cannot do it still works
    socket.set_option(tcp::no_delay(true), ignored);
    socket.set_option(asio::socket_base::keep_alive(true), ignored);
}

} // namespace

connect_attempt::connect_attempt(const connector_options& options,
                                 async::worker& resolver,
                                 asio::ssl::context* trust)
    : options_(options), resolver_(resolver), trust_(trust)
{
}

asio::awaitable<std::optional<connector::connected>> connect_attempt::run()
{
    auto all = co_await look_up();
    if (!all)
        co_return std::unexpected(std::move(all.error()));
    auto socket = co_await reach(std::move(*all));
    if (!socket)
        co_return std::unexpected(std::move(socket.error()));
    if (options_.proxy) {
        step_ = connect_step::proxy;
        if (auto open = co_await open_tunnel(*socket, *options_.proxy, options_.service); !open)
            co_return std::unexpected(std::move(open.error()));
    }
    if (trust_ == nullptr)
        co_return service::http::stream(std::move(*socket));
    co_return co_await encrypt(std::move(*socket));
}

asio::awaitable<std::expected<connect_attempt::endpoints, connect_failure>>
connect_attempt::look_up()
{
    step_ = connect_step::resolve;
    const auto port = options_.proxy ? options_.proxy->port : options_.service.port;
    auto call = [host = first_host(), port] { return ask_resolver(host, port); };
    auto answer = co_await resolver_.run(std::move(call));
    if (!answer.failed && !answer.found.empty())
        co_return std::move(answer.found);
    co_return std::unexpected(
        connect_failure{.step = step_,
                        .message = fmt::format("The name {} cannot be found: {}.", first_host(),
                                               answer.failed.message())});
}

/// Each address has its share of the time: one that swallows everything hides no other.
asio::awaitable<connect_attempt::reached> connect_attempt::reach(endpoints all)
{
    step_ = connect_step::reach;
    const auto share = options_.limit / static_cast<int>(all.size());
    tcp::socket socket(co_await asio::this_coro::executor);
    error_code failed;
    for (const auto& each : all) {
        error_code ignored;
        socket.close(ignored);
        const auto answer = co_await async::within(share, connect_to(socket, each));
        failed = answer.value_or(asio::error::timed_out);
        if (failed)
            continue;
        tune(socket);
        co_return std::move(socket);
    }
    co_return std::unexpected(connect_failure{
        .step = step_,
        .message = fmt::format("Nobody answers at {}: {}.", first_place(), failed.message()),
        .timed_out = failed == asio::error::timed_out});
}

asio::awaitable<connector::connected> connect_attempt::encrypt(tcp::socket over)
{
    using service::http::stream;
    step_ = connect_step::encrypt;
    stream made(std::move(over), *trust_);
    expect_service(made.encryption(), options_.service);
    const auto failed = co_await made.handshake(stream::role::client);
    async::throw_if_aborted(failed);
    if (failed)
        co_return std::unexpected(failed_handshake(made.encryption(), options_.service, failed));
    if (options_.pin)
        if (auto pinned = check_pin(made.encryption(), options_.service, *options_.pin); !pinned)
            co_return std::unexpected(std::move(pinned.error()));
    co_return std::move(made);
}

connect_failure connect_attempt::out_of_time() const
{
    const auto what = [this]() -> std::string {
        switch (step_) {
        case connect_step::resolve:
            return fmt::format("Looking up the name {}", first_host());
        case connect_step::proxy:
            return fmt::format("Asking the proxy {} for a way to the service", first_place());
        case connect_step::encrypt:
            return fmt::format("Agreeing on encryption with {}", options_.service.authority());
        default:
            return fmt::format("Connecting to {}", first_place());
        }
    };
    return {.step = step_,
            .message = fmt::format("{} took more than {} ms.", what(), options_.limit.count()),
            .timed_out = true};
}

const std::string& connect_attempt::first_host() const
{
    return options_.proxy ? options_.proxy->host : options_.service.host;
}

std::string connect_attempt::first_place() const
{
    return options_.proxy ? place_of(*options_.proxy) : options_.service.authority();
}

} // namespace thimble::daemon
