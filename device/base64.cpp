#include "device/base64.hpp"

#include <openssl/evp.h>

namespace thimble::device {
namespace {

const unsigned char* octets(std::string_view text)
{
    return reinterpret_cast<const unsigned char*>(text.data()); // NOLINT(*-reinterpret-cast)
}

} // namespace

std::string encode_base64(std::string_view bytes)
{
    std::string text((bytes.size() + 2) / 3 * 4 + 1, '\0');         // OpenSSL ends it with a zero
    auto* const to = reinterpret_cast<unsigned char*>(text.data()); // NOLINT(*-reinterpret-cast)
    text.resize(static_cast<std::size_t>(
        EVP_EncodeBlock(to, octets(bytes), static_cast<int>(bytes.size()))));
    return text;
}

std::optional<screen::bytes> decode_base64(std::string_view text)
{
    if (text.size() % 4 != 0)
        return std::nullopt;
    screen::bytes data(text.size() / 4 * 3);
    auto* const to = reinterpret_cast<unsigned char*>(data.data()); // NOLINT(*-reinterpret-cast)
    const auto written = EVP_DecodeBlock(to, octets(text), static_cast<int>(text.size()));
    if (written < 0)
        return std::nullopt;
    const auto padding = text.ends_with("==") ? 2U : text.ends_with('=') ? 1U : 0U;
    data.resize(static_cast<std::size_t>(written) - padding);
    return data;
}

} // namespace thimble::device
