#include "http/client/connect.hpp"

#include "async/aborted.hpp"
#include "async/deadline.hpp"
#include "http/client/dial.hpp"
#include "http/client/trust.hpp"
#include "http/client/tunnel.hpp"
#include "text/iso_time.hpp"

#include <boost/asio/error.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <openssl/ssl.h>
#include <openssl/x509v3.h>
#include <spdlog/fmt/fmt.h>

namespace thimble::service::http {

namespace asio = boost::asio;
using boost::system::error_code;

namespace {

using connected = std::expected<stream, connect_failure>;

/// `reason` is one of OpenSSL's X509_V_ERR_….
connect_failure bad_certificate(long reason, const server_address& server)
{
    const auto at = server.authority();
    switch (reason) {
    case X509_V_ERR_CERT_HAS_EXPIRED:
        return {.step = connect_step::expired,
                .message = fmt::format("The certificate of {} has expired.", at)};
    case X509_V_ERR_CERT_NOT_YET_VALID:
        return {.step = connect_step::not_yet_valid,
                .message = fmt::format(
                    "The certificate of {} is not valid yet; this machine's clock says {}.", at,
                    iso_time(std::chrono::system_clock::now()))};
    case X509_V_ERR_HOSTNAME_MISMATCH:
    case X509_V_ERR_IP_ADDRESS_MISMATCH:
        return {.step = connect_step::wrong_host,
                .message =
                    fmt::format("The certificate shown at {} is not one for {}.", at, server.host)};
    default:
        return {.step = connect_step::unknown_issuer,
                .message = fmt::format("The certificate of {} is not trusted: {}.", at,
                                       X509_verify_cert_error_string(reason))};
    }
}

connect_failure
failed_handshake(const SSL& encryption, const server_address& server, const error_code& why)
{
    if (const auto reason = SSL_get_verify_result(&encryption); reason != X509_V_OK)
        return bad_certificate(reason, server);
    return {.step = connect_step::encrypt,
            .message = fmt::format("No encryption could be agreed on with {}: {}.",
                                   server.authority(), words_for_handshake(why))};
}

/// One attempt, step by step. The step stays known where a deadline cancels it.
class attempt {
public:
    attempt(route way, async::worker& resolver, std::chrono::milliseconds limit)
        : way_(std::move(way)), resolver_(resolver), limit_(limit)
    {
    }

    /// Once. Always has a value.
    asio::awaitable<std::optional<connected>> run()
    {
        auto all = co_await look_up(resolver_, first_host(),
                                    way_.proxy ? way_.proxy->port : way_.server.port);
        if (!all)
            co_return failed(fmt::format("The name {} cannot be found: {}.", first_host(),
                                         all.error().message()));
        if (way_.may_reach)
            std::erase_if(*all, [&](const auto& each) { return !way_.may_reach(each.address()); });
        if (all->empty()) {
            step_ = connect_step::forbidden;
            co_return failed(
                fmt::format("{} is at an address that must not be reached.", first_host()));
        }
        step_ = connect_step::reach;
        auto socket = co_await reach(std::move(*all), limit_);
        if (!socket)
            co_return failed(
                fmt::format("Nobody answers at {}: {}.", first_place(), socket.error().message()),
                socket.error() == asio::error::timed_out);
        if (way_.proxy) {
            step_ = connect_step::proxy;
            const auto open = co_await open_tunnel(*socket, *way_.proxy, way_.server);
            if (!open)
                co_return failed(fmt::format("The proxy {} gives no way to {}: {}.", first_place(),
                                             way_.server.authority(), open.error()));
        }
        if (way_.trust == nullptr)
            co_return stream(std::move(*socket));
        co_return co_await encrypt(std::move(*socket));
    }

    connect_failure out_of_time() const
    {
        const auto what = [this]() -> std::string {
            switch (step_) {
            case connect_step::resolve:
                return fmt::format("Looking up the name {}", first_host());
            case connect_step::proxy:
                return fmt::format("Asking the proxy {} for a way to {}", first_place(),
                                   way_.server.authority());
            case connect_step::encrypt:
                return fmt::format("Agreeing on encryption with {}", way_.server.authority());
            default:
                return fmt::format("Connecting to {}", first_place());
            }
        };
        return {.step = step_,
                .message = fmt::format("{} took more than {} ms.", what(), limit_.count()),
                .timed_out = true};
    }

private:
    asio::awaitable<connected> encrypt(asio::ip::tcp::socket over)
    {
        step_ = connect_step::encrypt;
        stream made(std::move(over), *way_.trust);
        expect_host(made.encryption(), way_.server.host);
        const auto broken = co_await made.handshake(stream::role::client);
        async::throw_if_aborted(broken);
        if (broken)
            co_return std::unexpected(failed_handshake(made.encryption(), way_.server, broken));
        co_return std::move(made);
    }

    connected failed(std::string message, bool timed_out = false) const
    {
        return std::unexpected(
            connect_failure{.step = step_, .message = std::move(message), .timed_out = timed_out});
    }

    const std::string& first_host() const
    {
        return way_.proxy ? way_.proxy->host : way_.server.host;
    }

    std::string first_place() const
    {
        return way_.proxy ? place_of(*way_.proxy) : way_.server.authority();
    }

    route way_;
    async::worker& resolver_;
    std::chrono::milliseconds limit_;
    connect_step step_ = connect_step::resolve;
};

} // namespace

asio::awaitable<connected>
connect(route way, async::worker& resolver, std::chrono::milliseconds limit)
{
    attempt one(std::move(way), resolver, limit);
    if (auto done = co_await async::with_timeout(limit, one.run()))
        co_return std::move(**done);
    co_return std::unexpected(one.out_of_time());
}

} // namespace thimble::service::http
