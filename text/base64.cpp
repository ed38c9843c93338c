#include "text/base64.hpp"

#include <openssl/evp.h>

namespace thimble::service {

std::string encode_base64(std::span<const std::byte> bytes)
{
    const auto* const from = reinterpret_cast<const unsigned char*>(bytes.data()); // NOLINT
    std::string text((bytes.size() + 2) / 3 * 4 + 1, '\0');         // OpenSSL ends it with a zero
    auto* const to = reinterpret_cast<unsigned char*>(text.data()); // NOLINT(*-reinterpret-cast)
    text.resize(
        static_cast<std::size_t>(EVP_EncodeBlock(to, from, static_cast<int>(bytes.size()))));
    return text;
}

} // namespace thimble::service
