#include "virtualphone/tss/server/server_certificate.hpp"

#include "virtualphone/lockdown/openssl_handles.hpp"

#include <openssl/ssl.h>

#include <stdexcept>

namespace thimble::virtualphone::tss {
namespace {

openssl::certificate signed_by_itself(EVP_PKEY* key)
{
    constexpr long a_minute = 60;
    constexpr long a_day = 86'400;
    openssl::certificate made(X509_new());
    if (!made)
        return nullptr;
    X509* const raw = made.get();
    X509_set_version(raw, X509_VERSION_3);
    ASN1_INTEGER_set(X509_get_serialNumber(raw), 1);
    X509_gmtime_adj(X509_getm_notBefore(raw), -a_minute);
    X509_gmtime_adj(X509_getm_notAfter(raw), a_day);
    X509_set_pubkey(raw, key);
    X509_NAME* const name = X509_get_subject_name(raw);
    X509_NAME_add_entry_by_txt(name, "CN", MBSTRING_ASC,
                               reinterpret_cast<const unsigned char*>("gs.apple.com"), -1, -1, 0);
    X509_set_issuer_name(raw, name);
    if (X509_sign(raw, key, EVP_sha256()) == 0)
        return nullptr;
    return made;
}

} // namespace

std::shared_ptr<boost::asio::ssl::context> make_server_certificate()
{
    auto context =
        std::make_shared<boost::asio::ssl::context>(boost::asio::ssl::context::tls_server);
    const openssl::private_key key(EVP_EC_gen("P-256"));
    const auto certificate = key ? signed_by_itself(key.get()) : nullptr;
    if (!certificate || SSL_CTX_use_certificate(context->native_handle(), certificate.get()) != 1 ||
        SSL_CTX_use_PrivateKey(context->native_handle(), key.get()) != 1)
        throw std::runtime_error("there is no certificate for the signing server");
    return context;
}

} // namespace thimble::virtualphone::tss
