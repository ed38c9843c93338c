#include "virtualphone/wda/protocol/base64.hpp"

#include <openssl/evp.h>

namespace thimble::virtualphone::wda {

std::string base64(const std::vector<std::uint8_t>& bytes)
{
    std::string text(4 * ((bytes.size() + 2) / 3) + 1, '\0'); // EVP adds a zero byte
    const int length = EVP_EncodeBlock(reinterpret_cast<unsigned char*>(text.data()), bytes.data(),
                                       static_cast<int>(bytes.size()));
    text.resize(static_cast<std::size_t>(length));
    return text;
}

} // namespace thimble::virtualphone::wda
