#include "virtualphone/lockdown/tls_settings.hpp"

#include <openssl/ssl.h>

#include <utility>

namespace thimble::virtualphone {
namespace {

namespace ssl = boost::asio::ssl;

struct accepted_certificates {
    openssl::certificate host;
    openssl::certificate root;
};

openssl::certificate shared(const openssl::certificate& certificate)
{
    X509_up_ref(certificate.get());
    return openssl::certificate(certificate.get());
}

int presented_is_accepted(X509_STORE_CTX* presented, void* argument)
{
    const auto& accepted = *static_cast<const accepted_certificates*>(argument);
    const X509* leaf = X509_STORE_CTX_get0_cert(presented);
    return leaf &&
           (X509_cmp(leaf, accepted.host.get()) == 0 || X509_cmp(leaf, accepted.root.get()) == 0);
}

/// The context and what its verification looks at have one life.
struct settings {
    ssl::context context{ssl::context::tls_server};
    accepted_certificates accepted;
};

} // namespace

std::shared_ptr<ssl::context> make_tls_settings(const trusted_host& host, EVP_PKEY* device_key)
{
    auto made = std::make_shared<settings>();
    made->accepted = {shared(host.host), shared(host.root)};
    SSL_CTX* raw = made->context.native_handle();
    SSL_CTX_set_security_level(raw, 0); // SHA-1 and TLS 1.0 from older hosts
    SSL_CTX_set_min_proto_version(raw, TLS1_VERSION);
    SSL_CTX_set_max_proto_version(raw, TLS1_2_VERSION); // what phones negotiate
    SSL_CTX_set_options(raw, SSL_OP_IGNORE_UNEXPECTED_EOF);
    SSL_CTX_use_certificate(raw, host.device.get());
    SSL_CTX_use_PrivateKey(raw, device_key);
    SSL_CTX_set_verify(raw, SSL_VERIFY_PEER | SSL_VERIFY_FAIL_IF_NO_PEER_CERT, nullptr);
    SSL_CTX_set_cert_verify_callback(raw, presented_is_accepted, &made->accepted);
    SSL_CTX_set_session_cache_mode(raw,
                                   SSL_SESS_CACHE_OFF); // a resumed session shows no certificate
    SSL_CTX_set_options(raw, SSL_OP_NO_TICKET);
    return {made, &made->context};
}

} // namespace thimble::virtualphone
