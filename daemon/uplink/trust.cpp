#include "daemon/uplink/trust.hpp"

#include "http/client/trust.hpp"
#include "text/iso_time.hpp"

#include <openssl/ssl.h>
#include <openssl/x509v3.h>
#include <spdlog/fmt/fmt.h>

#include <chrono>
#include <memory>

namespace thimble::daemon {

using boost::system::error_code;

namespace {

connect_failure not_verified(connect_step step, std::string message)
{
    return {.step = step, .message = std::move(message)};
}

/// `reason` is one of OpenSSL's X509_V_ERR_….
connect_failure bad_certificate(long reason, const service_address& service)
{
    const auto at = service.authority();
    switch (reason) {
    case X509_V_ERR_CERT_HAS_EXPIRED:
        return not_verified(connect_step::expired,
                            fmt::format("The certificate of {} has expired.", at));
    case X509_V_ERR_CERT_NOT_YET_VALID:
        return not_verified(
            connect_step::not_yet_valid,
            fmt::format("The certificate of {} is not valid yet; this machine's clock says {}.", at,
                        service::iso_time(std::chrono::system_clock::now())));
    case X509_V_ERR_HOSTNAME_MISMATCH:
    case X509_V_ERR_IP_ADDRESS_MISMATCH:
        return not_verified(
            connect_step::wrong_host,
            fmt::format("The certificate shown at {} is not one for {}.", at, service.host));
    default:
        return not_verified(connect_step::unknown_issuer,
                            fmt::format("The certificate of {} is not trusted: {}.", at,
                                        X509_verify_cert_error_string(reason)));
    }
}

} // namespace

connect_failure
failed_handshake(const SSL& encryption, const service_address& service, const error_code& why)
{
    if (const auto reason = SSL_get_verify_result(&encryption); reason != X509_V_OK)
        return bad_certificate(reason, service);
    return {.step = connect_step::encrypt,
            .message = fmt::format("No encryption could be agreed on with {}: {}.",
                                   service.authority(), service::http::words_for_handshake(why))};
}

std::expected<void, connect_failure>
check_pin(const SSL& encryption, const service_address& service, const key_pin& pin)
{
    const std::unique_ptr<X509, decltype(&X509_free)> shown(SSL_get1_peer_certificate(&encryption),
                                                            &X509_free);
    if (shown && key_pin::of(*shown) == pin)
        return {};
    return std::unexpected(
        not_verified(connect_step::wrong_key,
                     fmt::format("The key of {} is not the pinned one but {}.", service.authority(),
                                 shown ? key_pin::of(*shown).text() : "none")));
}

} // namespace thimble::daemon
