#include "daemon/connection/trust.hpp"

#include "service/iso_time.hpp"

#include <boost/asio/error.hpp>
#include <boost/asio/ip/address.hpp>
#include <boost/asio/ssl/error.hpp>
#include <openssl/err.h>
#include <openssl/ssl.h>
#include <openssl/x509v3.h>
#include <spdlog/fmt/fmt.h>

#include <chrono>
#include <stdexcept>

namespace thimble::daemon {

namespace ssl = boost::asio::ssl;
using boost::system::error_code;

namespace {

bool is_address(const std::string& host)
{
    error_code is_name;
    boost::asio::ip::make_address(host, is_name);
    return !is_name;
}

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

/// The words for what a server does that does not speak TLS, or breaks off.
std::string words_for(const error_code& why)
{
    if (why == ssl::error::stream_truncated || why == boost::asio::error::eof ||
        why == boost::asio::error::connection_reset)
        return "the other end broke off";
    if (why.category() == boost::asio::error::get_ssl_category() &&
        ERR_GET_REASON(static_cast<unsigned long>(why.value())) == SSL_R_WRONG_VERSION_NUMBER)
        return "what answers there does not speak TLS, or none that is new enough";
    return why.message();
}

} // namespace

std::expected<std::unique_ptr<ssl::context>, std::string>
load_trust(const std::optional<std::filesystem::path>& ca_file)
{
    auto made = std::make_unique<ssl::context>(ssl::context::tls_client);
    SSL_CTX_set_min_proto_version(made->native_handle(), TLS1_2_VERSION);
    made->set_verify_mode(ssl::verify_peer);
    error_code failed;
    if (!ca_file) {
        made->set_default_verify_paths(failed); // what is not there trusts nobody
        return made;
    }
    std::error_code ignored;
    if (!std::filesystem::is_regular_file(*ca_file, ignored))
        return std::unexpected(
            fmt::format("The file of authorities {} is not there.", ca_file->string()));
    made->load_verify_file(ca_file->string(), failed);
    if (failed)
        return std::unexpected(
            fmt::format("The file of authorities {} cannot be read, or holds no certificate in PEM "
                        "format.",
                        ca_file->string()));
    return made;
}

void expect_service(SSL& encryption, const service_address& service)
{
    auto* const rules = SSL_get0_param(&encryption);
    X509_VERIFY_PARAM_set_hostflags(rules, X509_CHECK_FLAG_NO_PARTIAL_WILDCARDS |
                                               X509_CHECK_FLAG_NEVER_CHECK_SUBJECT);
    const bool accepted =
        is_address(service.host)
            ? X509_VERIFY_PARAM_set1_ip_asc(rules, service.host.c_str()) == 1
            : X509_VERIFY_PARAM_set1_host(rules, service.host.c_str(), 0) == 1 &&
                  SSL_set_tlsext_host_name(&encryption, service.host.c_str()) == 1;
    if (!accepted)
        throw std::runtime_error("OpenSSL does not take the host " + service.host);
}

connect_failure
failed_handshake(const SSL& encryption, const service_address& service, const error_code& why)
{
    if (const auto reason = SSL_get_verify_result(&encryption); reason != X509_V_OK)
        return bad_certificate(reason, service);
    return {.step = connect_step::encrypt,
            .message = fmt::format("No encryption could be agreed on with {}: {}.",
                                   service.authority(), words_for(why))};
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
