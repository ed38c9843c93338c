#include "service/secrets/master_key.hpp"

#include "text/hexadecimal.hpp"

#include <algorithm>
#include <new>
#include <sodium.h>
#include <stdexcept>
#include <vector>

namespace thimble::service {

namespace {

static_assert(master_key::length == crypto_aead_xchacha20poly1305_ietf_KEYBYTES);

constexpr std::size_t nonce_length = crypto_aead_xchacha20poly1305_ietf_NPUBBYTES;
constexpr std::size_t tag_length = crypto_aead_xchacha20poly1305_ietf_ABYTES;

using octets = std::vector<unsigned char>;

void prepare_sodium()
{
    if (sodium_init() < 0)
        throw std::runtime_error("libsodium cannot be used");
}

const unsigned char* data_of(std::string_view text)
{
    return reinterpret_cast<const unsigned char*>(text.data());
}

/// Nothing for what is no hexadecimal, or too short to be anything sealed.
std::optional<octets> parse(std::string_view sealed)
{
    if (sealed.size() < 2 * (nonce_length + tag_length))
        return std::nullopt;
    octets out(sealed.size() / 2);
    std::size_t length = 0;
    if (sodium_hex2bin(out.data(), out.size(), sealed.data(), sealed.size(), nullptr, &length,
                       nullptr) != 0 ||
        2 * length != sealed.size())
        return std::nullopt;
    return out;
}

} // namespace

void master_key::release::operator()(unsigned char* memory) const noexcept
{
    sodium_free(memory); // which overwrites it
}

master_key::master_key(std::span<const unsigned char> bytes)
{
    if (bytes.size() != length)
        throw std::invalid_argument("a master key has 32 bytes");
    prepare_sodium();
    bytes_.reset(static_cast<unsigned char*>(sodium_malloc(length)));
    if (!bytes_)
        throw std::bad_alloc();
    std::ranges::copy(bytes, bytes_.get());
    sodium_mprotect_readonly(bytes_.get());
}

secure_string master_key::random()
{
    prepare_sodium();
    secure_string out(length);
    randombytes_buf(out.bytes().data(), length);
    return out;
}

std::string master_key::seal(std::string_view text, std::string_view about) const
{
    octets out(nonce_length + text.size() + tag_length);
    randombytes_buf(out.data(), nonce_length);
    crypto_aead_xchacha20poly1305_ietf_encrypt(out.data() + nonce_length, nullptr, data_of(text),
                                               text.size(), data_of(about), about.size(), nullptr,
                                               out.data(), bytes_.get());
    return hexadecimal(out);
}

std::optional<secure_string> master_key::open(std::string_view sealed, std::string_view about) const
{
    const auto given = parse(sealed);
    if (!given)
        return std::nullopt;
    const auto encrypted = std::span(*given).subspan(nonce_length);
    secure_string out(encrypted.size() - tag_length);
    if (crypto_aead_xchacha20poly1305_ietf_decrypt(
            out.bytes().data(), nullptr, nullptr, encrypted.data(), encrypted.size(),
            data_of(about), about.size(), given->data(), bytes_.get()) != 0)
        return std::nullopt;
    return out;
}

std::string master_key::derive(std::string_view purpose) const
{
    octets out(crypto_generichash_BYTES);
    crypto_generichash(out.data(), out.size(), data_of(purpose), purpose.size(), bytes_.get(),
                       length);
    return hexadecimal(out);
}

} // namespace thimble::service
