#include "daemon/uplink/key_pin.hpp"

#include "text/base64.hpp"

#include <openssl/evp.h>
#include <openssl/x509.h>

#include <memory>
#include <stdexcept>

namespace thimble::daemon {

namespace {

constexpr std::string_view kind_of_pin = "sha256/";

/// SHA-256 has 32 bytes. Base64 has several forms of the same ones; only one is ever compared.
bool is_encoded_digest(std::string_view text)
{
    const auto bytes = service::decode_base64(text);
    if (!bytes || bytes->size() != 32)
        return false;
    const std::string_view digest(reinterpret_cast<const char*>(bytes->data()), bytes->size());
    return service::encode_base64(digest) == text;
}

} // namespace

std::expected<key_pin, std::string> key_pin::parse(std::string_view text)
{
    if (!text.starts_with(kind_of_pin) || !is_encoded_digest(text.substr(kind_of_pin.size())))
        return std::unexpected("is no pin: sha256/ and 44 characters of Base64");
    return key_pin(std::string(text));
}

key_pin key_pin::of(const X509& certificate)
{
    unsigned char* bytes = nullptr;
    const int size = i2d_X509_PUBKEY(X509_get_X509_PUBKEY(&certificate), &bytes);
    if (size <= 0)
        throw std::runtime_error("a certificate's key cannot be written");
    const std::unique_ptr<unsigned char, void (*)(unsigned char*)> owned(
        bytes, [](unsigned char* what) { OPENSSL_free(what); });
    std::string digest(32, '\0');
    if (EVP_Digest(owned.get(), static_cast<std::size_t>(size),
                   reinterpret_cast<unsigned char*>(digest.data()), nullptr, EVP_sha256(),
                   nullptr) != 1)
        throw std::runtime_error("no SHA-256");
    return key_pin(std::string(kind_of_pin) + service::encode_base64(digest));
}

} // namespace thimble::daemon
