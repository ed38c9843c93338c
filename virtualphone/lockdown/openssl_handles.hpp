// OpenSSL's objects as owned values.
#pragma once

#include <openssl/bio.h>
#include <openssl/evp.h>
#include <openssl/x509.h>

#include <memory>

namespace thimble::virtualphone::openssl {

template <auto Free>
struct freed_by {
    template <class Object>
    void operator()(Object* object) const noexcept
    {
        Free(object);
    }
};

using private_key = std::unique_ptr<EVP_PKEY, freed_by<EVP_PKEY_free>>;
using certificate = std::unique_ptr<X509, freed_by<X509_free>>;
using memory = std::unique_ptr<BIO, freed_by<BIO_free_all>>;

} // namespace thimble::virtualphone::openssl
