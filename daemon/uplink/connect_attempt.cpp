#include "daemon/uplink/connect_attempt.hpp"

#include "async/aborted.hpp"
#include "daemon/uplink/trust.hpp"
#include "http/client/trust.hpp"
#include "http/client/tunnel.hpp"

#include <boost/asio/error.hpp>
#include <spdlog/fmt/fmt.h>

namespace thimble::daemon {

namespace asio = boost::asio;

namespace {

connect_failure no_tunnel(const service::http::proxy& by, std::string_view why)
{
    return {.step = connect_step::proxy,
            .message = fmt::format("The proxy {} gives no way to the service: {}.",
                                   service::http::place_of(by), why)};
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
        const auto open =
            co_await service::http::open_tunnel(*socket, *options_.proxy, options_.service);
        if (!open)
            co_return std::unexpected(no_tunnel(*options_.proxy, open.error()));
    }
    if (trust_ == nullptr)
        co_return service::http::stream(std::move(*socket));
    co_return co_await encrypt(std::move(*socket));
}

asio::awaitable<std::expected<service::http::endpoints, connect_failure>> connect_attempt::look_up()
{
    step_ = connect_step::resolve;
    const auto port = options_.proxy ? options_.proxy->port : options_.service.port;
    auto found = co_await service::http::look_up(resolver_, first_host(), port);
    if (found)
        co_return std::move(*found);
    co_return std::unexpected(
        connect_failure{.step = step_,
                        .message = fmt::format("The name {} cannot be found: {}.", first_host(),
                                               found.error().message())});
}

asio::awaitable<connect_attempt::reached> connect_attempt::reach(service::http::endpoints all)
{
    step_ = connect_step::reach;
    auto socket = co_await service::http::reach(std::move(all), options_.limit);
    if (socket)
        co_return std::move(*socket);
    co_return std::unexpected(
        connect_failure{.step = step_,
                        .message = fmt::format("Nobody answers at {}: {}.", first_place(),
                                               socket.error().message()),
                        .timed_out = socket.error() == asio::error::timed_out});
}

asio::awaitable<connector::connected> connect_attempt::encrypt(tcp::socket over)
{
    using service::http::stream;
    step_ = connect_step::encrypt;
    stream made(std::move(over), *trust_);
    service::http::expect_host(made.encryption(), options_.service.host);
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
    return options_.proxy ? service::http::place_of(*options_.proxy) : options_.service.authority();
}

} // namespace thimble::daemon
