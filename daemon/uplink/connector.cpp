#include "daemon/uplink/connector.hpp"

#include "http/client/trust.hpp"

#include <openssl/ssl.h>
#include <spdlog/fmt/fmt.h>

namespace thimble::daemon {

namespace asio = boost::asio;

namespace {

std::optional<connect_failure>
wrong_key(const SSL& encryption, const service_address& service, const key_pin& pin)
{
    const std::unique_ptr<X509, decltype(&X509_free)> shown(SSL_get1_peer_certificate(&encryption),
                                                            &X509_free);
    if (shown && key_pin::of(*shown) == pin)
        return std::nullopt;
    return connect_failure{.step = connect_step::wrong_key,
                           .message = fmt::format("The key of {} is not the pinned one but {}.",
                                                  service.authority(),
                                                  shown ? key_pin::of(*shown).text() : "none")};
}

} // namespace

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
    service::http::route way{
        .server = options_.service, .proxy = options_.proxy, .trust = trust_.get()};
    auto made = co_await service::http::connect(std::move(way), resolver_, options_.limit);
    if (made && made->encrypted() && options_.pin)
        if (auto wrong = wrong_key(made->encryption(), options_.service, *options_.pin))
            co_return std::unexpected(std::move(*wrong));
    co_return made;
}

} // namespace thimble::daemon
