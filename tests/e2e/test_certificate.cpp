#include "tests/e2e/test_certificate.hpp"

#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/x509v3.h>

#include <cstdio>
#include <memory>
#include <stdexcept>

namespace thimble::e2e {

namespace {

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

open_file open_existing(const std::filesystem::path& file)
{
    open_file opened(std::fopen(file.c_str(), "r"));
    check(opened != nullptr, "not there");
    return opened;
}

void add_extension(X509* to, int which, const std::string& value)
{
    const extension made(X509V3_EXT_conf_nid(nullptr, nullptr, which, value.c_str()));
    check(made != nullptr && X509_add_ext(to, made.get(), -1) == 1, "no extension");
}

void set_subject(X509* of, const std::string& name)
{
    X509_NAME_add_entry_by_txt(X509_get_subject_name(of), "CN", MBSTRING_UTF8,
                               reinterpret_cast<const unsigned char*>(name.c_str()), -1, -1, 0);
}

x509 unsigned_certificate(EVP_PKEY* key, const certificate_terms& terms)
{
    x509 made(X509_new());
    X509_set_version(made.get(), X509_VERSION_3);
    ASN1_INTEGER_set(X509_get_serialNumber(made.get()), terms.issuer != nullptr ? 2 : 1);
    X509_gmtime_adj(X509_getm_notBefore(made.get()), static_cast<long>(terms.from.count()));
    X509_gmtime_adj(X509_getm_notAfter(made.get()), static_cast<long>(terms.until.count()));
    X509_set_pubkey(made.get(), key);
    set_subject(made.get(), terms.name);
    add_extension(made.get(), NID_subject_alt_name, terms.hosts);
    if (terms.authority)
        add_extension(made.get(), NID_basic_constraints, "critical,CA:TRUE");
    return made;
}

x509 sign(EVP_PKEY* key, const certificate_terms& terms)
{
    auto made = unsigned_certificate(key, terms);
    if (terms.issuer == nullptr) {
        X509_set_issuer_name(made.get(), X509_get_subject_name(made.get()));
        check(X509_sign(made.get(), key, EVP_sha256()) > 0, "not signed");
        return made;
    }
    const auto certificate_file = open_existing(terms.issuer->certificate());
    const auto key_file = open_existing(terms.issuer->key());
    const x509 issuer(PEM_read_X509(certificate_file.get(), nullptr, nullptr, nullptr));
    const key_pair signer(PEM_read_PrivateKey(key_file.get(), nullptr, nullptr, nullptr));
    X509_set_issuer_name(made.get(), X509_get_subject_name(issuer.get()));
    check(X509_sign(made.get(), signer.get(), EVP_sha256()) > 0, "not signed");
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
    : test_certificate(certificate_terms{.name = name})
{
}

test_certificate::test_certificate(const certificate_terms& terms)
{
    const key_pair key(EVP_EC_gen("P-256"));
    check(key != nullptr, "no key");
    const auto made = sign(key.get(), terms);
    const auto of_certificate = create_file(certificate());
    check(PEM_write_X509(of_certificate.get(), made.get()) == 1, "not written");
    const auto of_key = create_file(this->key());
    check(PEM_write_PrivateKey(of_key.get(), key.get(), nullptr, nullptr, 0, nullptr, nullptr) == 1,
          "not written");
    std::filesystem::permissions(this->key(), std::filesystem::perms::owner_read);
}

} // namespace thimble::e2e
