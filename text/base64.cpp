#include "text/base64.hpp"

#include <openssl/evp.h>

#include <algorithm>

namespace thimble::service {

namespace {

const unsigned char* unsigned_bytes(std::string_view text)
{
    return reinterpret_cast<const unsigned char*>(text.data()); // NOLINT(*-reinterpret-cast)
}

} // namespace

std::string encode_base64(std::string_view bytes)
{
    std::string text((bytes.size() + 2) / 3 * 4 + 1, '\0');         // OpenSSL ends it with a zero
    auto* const to = reinterpret_cast<unsigned char*>(text.data()); // NOLINT(*-reinterpret-cast)
    text.resize(static_cast<std::size_t>(
        EVP_EncodeBlock(to, unsigned_bytes(bytes), static_cast<int>(bytes.size()))));
    return text;
}

std::string encode_base64(std::span<const std::byte> bytes)
{
    const auto* const from = reinterpret_cast<const char*>(bytes.data()); // NOLINT
    return encode_base64(std::string_view(from, bytes.size()));
}

std::optional<std::vector<std::byte>> decode_base64(std::string_view text)
{
    if (text.size() % 4 != 0)
        return std::nullopt;
    std::vector<std::byte> data(text.size() / 4 * 3);
    auto* const to = reinterpret_cast<unsigned char*>(data.data()); // NOLINT(*-reinterpret-cast)
    const auto written = EVP_DecodeBlock(to, unsigned_bytes(text), static_cast<int>(text.size()));
    if (written < 0)
        return std::nullopt;
    const auto padding = text.ends_with("==") ? 2U : text.ends_with('=') ? 1U : 0U;
    data.resize(static_cast<std::size_t>(written) - padding);
    return data;
}

std::optional<std::string> decode_base64_strictly(std::string_view text)
{
    const auto bytes = decode_base64(text);
    if (!bytes || encode_base64(*bytes) != text) // OpenSSL passes over spaces and left-over bits
        return std::nullopt;
    return std::string(reinterpret_cast<const char*>(bytes->data()), bytes->size()); // NOLINT
}

std::string encode_base64url(std::string_view bytes)
{
    auto text = encode_base64(bytes);
    text.resize(std::min(text.find('='), text.size()));
    std::ranges::replace(text, '+', '-');
    std::ranges::replace(text, '/', '_');
    return text;
}

std::optional<std::string> decode_base64url(std::string_view text)
{
    if (text.find_first_of("+/=") != std::string_view::npos)
        return std::nullopt;
    std::string usual(text);
    std::ranges::replace(usual, '-', '+');
    std::ranges::replace(usual, '_', '/');
    usual.append((4 - usual.size() % 4) % 4, '=');
    return decode_base64_strictly(usual);
}

} // namespace thimble::service
