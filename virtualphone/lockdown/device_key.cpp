#include "virtualphone/lockdown/device_key.hpp"

#include <openssl/encoder.h>
#include <openssl/err.h>
#include <openssl/pem.h>
#include <openssl/rsa.h>

#include <new>

namespace thimble::virtualphone {
namespace {

constexpr unsigned key_bits = 2048;

using encoder = std::unique_ptr<OSSL_ENCODER_CTX, openssl::freed_by<OSSL_ENCODER_CTX_free>>;

struct openssl_memory_freed {
    void operator()(unsigned char* content) const noexcept { OPENSSL_free(content); }
};

openssl::private_key make_key()
{
    openssl::private_key made(EVP_RSA_gen(key_bits));
    if (!made)
        throw std::bad_alloc();
    return made;
}

} // namespace

void device_key::prepare()
{
    if (!key_ && !making_.valid())
        making_ = std::async(std::launch::async, make_key);
}

bool device_key::take(const std::string& pem)
{
    const openssl::memory source(BIO_new_mem_buf(pem.data(), static_cast<int>(pem.size())));
    openssl::private_key read(PEM_read_bio_PrivateKey(source.get(), nullptr, nullptr, nullptr));
    ERR_clear_error();
    if (!read || EVP_PKEY_get_base_id(read.get()) != EVP_PKEY_RSA)
        return false;
    key_ = std::move(read);
    return true;
}

std::string device_key::make_private_pem()
{
    const openssl::private_key made = make_key();
    const openssl::memory text(BIO_new(BIO_s_mem()));
    char* content = nullptr;
    if (!text || PEM_write_bio_PrivateKey(text.get(), made.get(), nullptr, nullptr, 0, nullptr,
                                          nullptr) != 1)
        throw std::bad_alloc();
    const long size = BIO_get_mem_data(text.get(), &content);
    return {content, static_cast<std::size_t>(size)};
}

EVP_PKEY* device_key::get()
{
    prepare();
    if (!key_)
        key_ = making_.get();
    return key_.get();
}

plist::bytes device_key::public_pem()
{
    const encoder pem(
        OSSL_ENCODER_CTX_new_for_pkey(get(), EVP_PKEY_PUBLIC_KEY, "PEM", "pkcs1", nullptr));
    unsigned char* raw = nullptr;
    std::size_t size = 0;
    if (!pem || OSSL_ENCODER_to_data(pem.get(), &raw, &size) != 1)
        throw std::bad_alloc();
    const std::unique_ptr<unsigned char, openssl_memory_freed> content(raw);
    return {raw, raw + size};
}

} // namespace thimble::virtualphone
