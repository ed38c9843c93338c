#include "tests/virtualphone/lockdown/host_identity.hpp"

#include <openssl/decoder.h>
#include <openssl/pem.h>
#include <openssl/rsa.h>

#include <stdexcept>

namespace thimble::virtualphone::tests {
namespace {

constexpr long ten_years = 10L * 365 * 24 * 3600; // seconds

openssl::certificate make_certificate(EVP_PKEY* subject, EVP_PKEY* issuer)
{
    openssl::certificate made(X509_new());
    X509_set_version(made.get(), X509_VERSION_3);
    ASN1_INTEGER_set(X509_get_serialNumber(made.get()), 0);
    X509_gmtime_adj(X509_getm_notBefore(made.get()), -60);
    X509_gmtime_adj(X509_getm_notAfter(made.get()), ten_years);
    X509_set_pubkey(made.get(), subject);
    if (X509_sign(made.get(), issuer, EVP_sha1()) == 0) // as older hosts do
        throw std::runtime_error("cannot sign a certificate");
    return made;
}

plist::value pem_of(X509* certificate)
{
    const openssl::memory target(BIO_new(BIO_s_mem()));
    PEM_write_bio_X509(target.get(), certificate);
    const char* content = nullptr;
    const long size = BIO_get_mem_data(target.get(), &content);
    return plist::data(
        {reinterpret_cast<const std::uint8_t*>(content), static_cast<std::size_t>(size)});
}

openssl::private_key parse_public_key(const plist::bytes& pem)
{
    EVP_PKEY* parsed = nullptr;
    using decoder = std::unique_ptr<OSSL_DECODER_CTX, openssl::freed_by<OSSL_DECODER_CTX_free>>;
    const decoder reader(OSSL_DECODER_CTX_new_for_pkey(&parsed, "PEM", nullptr, "RSA",
                                                       EVP_PKEY_PUBLIC_KEY, nullptr, nullptr));
    const unsigned char* at = pem.data();
    std::size_t size = pem.size();
    if (OSSL_DECODER_from_data(reader.get(), &at, &size) != 1)
        throw std::runtime_error("the phone's public key cannot be read");
    return openssl::private_key(parsed);
}

} // namespace

plist::value host_identity::pair_record() const
{
    plist::value record{{"HostID", host_id}, {"SystemBUID", system_buid}};
    record["RootCertificate"] = pem_of(root.get());
    record["HostCertificate"] = pem_of(host.get());
    record["DeviceCertificate"] = pem_of(device.get());
    return record;
}

host_identity make_host_identity(const plist::bytes& device_public_key)
{
    constexpr unsigned bits = 1024; // quick to make
    host_identity made;
    made.root_key.reset(EVP_RSA_gen(bits));
    made.host_key.reset(EVP_RSA_gen(bits));
    const auto device_key = parse_public_key(device_public_key);
    made.root = make_certificate(made.root_key.get(), made.root_key.get());
    made.host = make_certificate(made.host_key.get(), made.root_key.get());
    made.device = make_certificate(device_key.get(), made.root_key.get());
    return made;
}

} // namespace thimble::virtualphone::tests
