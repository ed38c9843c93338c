#include "http/client/trust.hpp"

#include <boost/asio/error.hpp>
#include <boost/asio/ip/address.hpp>
#include <boost/asio/ssl/error.hpp>
#include <openssl/err.h>
#include <openssl/ssl.h>
#include <openssl/x509v3.h>
#include <spdlog/fmt/fmt.h>

#include <stdexcept>

namespace thimble::service::http {

namespace ssl = boost::asio::ssl;
using boost::system::error_code;

namespace {

bool is_numeric_address(const std::string& host)
{
    error_code is_name;
    boost::asio::ip::make_address(host, is_name);
    return !is_name;
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

void expect_host(SSL& encryption, const std::string& host)
{
    auto* const rules = SSL_get0_param(&encryption);
    X509_VERIFY_PARAM_set_hostflags(rules, X509_CHECK_FLAG_NO_PARTIAL_WILDCARDS |
                                               X509_CHECK_FLAG_NEVER_CHECK_SUBJECT);
    const bool accepted = is_numeric_address(host)
                              ? X509_VERIFY_PARAM_set1_ip_asc(rules, host.c_str()) == 1
                              : X509_VERIFY_PARAM_set1_host(rules, host.c_str(), 0) == 1 &&
                                    SSL_set_tlsext_host_name(&encryption, host.c_str()) == 1;
    if (!accepted)
        throw std::runtime_error("OpenSSL does not take the host " + host);
}

std::string words_for_handshake(const error_code& why)
{
    if (why == ssl::error::stream_truncated || why == boost::asio::error::eof ||
        why == boost::asio::error::connection_reset)
        return "the other end broke off";
    if (why.category() == boost::asio::error::get_ssl_category() &&
        ERR_GET_REASON(static_cast<unsigned long>(why.value())) == SSL_R_WRONG_VERSION_NUMBER)
        return "what answers there does not speak TLS, or none that is new enough";
    return why.message();
}

} // namespace thimble::service::http
