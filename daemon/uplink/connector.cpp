#include "daemon/uplink/connector.hpp"

#include "async/deadline.hpp"
#include "daemon/uplink/connect_attempt.hpp"
#include "http/client/trust.hpp"

namespace thimble::daemon {

namespace asio = boost::asio;

connector::connector(const asio::any_io_executor& home, connector_options options)
    : options_(std::move(options)), resolver_(home)
{
}

std::expected<std::unique_ptr<connector>, std::string>
connector::make(const asio::any_io_executor& home, connector_options options)
{
    std::unique_ptr<connector> made(new connector(home, std::move(options)));
    if (auto loaded = made->reload(); !loaded)
        return std::unexpected(std::move(loaded.error()));
    return made;
}

std::expected<void, std::string> connector::reload()
{
    if (!options_.service.encrypted)
        return {};
    auto fresh = service::http::load_trust(options_.ca_file);
    if (!fresh)
        return std::unexpected(std::move(fresh.error()));
    trust_ = std::move(*fresh); // OpenSSL counts who still uses the old one
    return {};
}

asio::awaitable<connector::connected> connector::connect()
{
    connect_attempt attempt(options_, resolver_, trust_.get());
    if (auto done = co_await async::with_timeout(options_.limit, attempt.run()))
        co_return std::move(**done);
    co_return std::unexpected(attempt.out_of_time());
}

} // namespace thimble::daemon
