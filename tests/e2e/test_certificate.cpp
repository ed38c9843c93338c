#include "tests/e2e/test_certificate.hpp"

#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/x509v3.h>

#include <cstdio>
#include <memory>
#include <stdexcept>

namespace thimble::e2e {

namespace {

constexpr long valid_seconds = 24L * 60 * 60;

template <auto Free>
struct freed_by {
    template <class Handle>
    void operator()(Handle* what) const noexcept
    {
        Free(what);
    }
};
using key_pair = std::unique_ptr<EVP_PKEY, freed_by<EVP_PKEY_free>>;
using x509 = std::unique_ptr<X509, freed_by<X509_free>>;
using extension = std::unique_ptr<X509_EXTENSION, freed_by<X509_EXTENSION_free>>;
using open_file = std::unique_ptr<std::FILE, freed_by<std::fclose>>;

void check(bool fine, const char* what)
{
    if (!fine)
        throw std::runtime_error(std::string("a test certificate: ") + what);
}

x509 sign(EVP_PKEY* key, const std::string& name)
{
    x509 made(X509_new());
    X509_set_version(made.get(), X509_VERSION_3);
    ASN1_INTEGER_set(X509_get_serialNumber(made.get()), 1);
    X509_gmtime_adj(X509_getm_notBefore(made.get()), -60);
    X509_gmtime_adj(X509_getm_notAfter(made.get()), valid_seconds);
    X509_set_pubkey(made.get(), key);
    auto* const subject = X509_get_subject_name(made.get());
    X509_NAME_add_entry_by_txt(subject, "CN", MBSTRING_UTF8,
                               reinterpret_cast<const unsigned char*>(name.c_str()), -1, -1, 0);
    X509_set_issuer_name(made.get(), subject);
    const extension hosts(
        X509V3_EXT_conf_nid(nullptr, nullptr, NID_subject_alt_name, "DNS:localhost,IP:127.0.0.1"));
    X509_add_ext(made.get(), hosts.get(), -1);
    check(X509_sign(made.get(), key, EVP_sha256()) > 0, "not signed");
    return made;
}

open_file create_file(const std::filesystem::path& file)
{
    open_file made(std::fopen(file.c_str(), "w"));
    check(made != nullptr, "not written");
    return made;
}

} // namespace

test_certificate::test_certificate(const std::string& name)
{
    const key_pair key(EVP_EC_gen("P-256"));
    check(key != nullptr, "no key");
    const auto made = sign(key.get(), name);
    const auto of_certificate = create_file(certificate());
    check(PEM_write_X509(of_certificate.get(), made.get()) == 1, "not written");
    const auto of_key = create_file(this->key());
    check(PEM_write_PrivateKey(of_key.get(), key.get(), nullptr, nullptr, 0, nullptr, nullptr) == 1,
          "not written");
    std::filesystem::permissions(this->key(), std::filesystem::perms::owner_read);
}

} // namespace thimble::e2e
