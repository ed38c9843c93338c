#include "service/webhooks/webhook_signature.hpp"

#include "text/base64.hpp"

#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/rand.h>

#include <array>
#include <stdexcept>

namespace thimble::service {

namespace {

constexpr std::string_view secret_prefix = "whsec_";
constexpr int secret_bytes = 32;

std::string_view as_text(const unsigned char* bytes, std::size_t count)
{
    return {reinterpret_cast<const char*>(bytes), count}; // NOLINT: bytes for Base64
}

} // namespace

std::string new_webhook_secret()
{
    std::array<unsigned char, secret_bytes> bytes{};
    if (RAND_bytes(bytes.data(), secret_bytes) != 1)
        throw std::runtime_error("OpenSSL has no random bytes");
    auto out = std::string(secret_prefix) + encode_base64(as_text(bytes.data(), bytes.size()));
    OPENSSL_cleanse(bytes.data(), bytes.size());
    return out;
}

std::string sign_webhook(std::string_view secret,
                         std::string_view id,
                         std::int64_t timestamp,
                         std::string_view body)
{
    secret.remove_prefix(secret.starts_with(secret_prefix) ? secret_prefix.size() : 0);
    auto key = decode_base64_strictly(secret);
    if (!key)
        throw std::invalid_argument("the secret of a webhook is no Base64");
    std::string text(id);
    text += "." + std::to_string(timestamp) + ".";
    text += body;
    std::array<unsigned char, EVP_MAX_MD_SIZE> code{};
    unsigned length = 0;
    const auto* const made =
        HMAC(EVP_sha256(), key->data(), static_cast<int>(key->size()),
             reinterpret_cast<const unsigned char*>(text.data()), // NOLINT: what OpenSSL takes
             text.size(), code.data(), &length);
    OPENSSL_cleanse(key->data(), key->size());
    if (made == nullptr)
        throw std::runtime_error("OpenSSL has no HMAC-SHA256");
    return "v1," + encode_base64(as_text(code.data(), length));
}

} // namespace thimble::service
