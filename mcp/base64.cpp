#include "mcp/base64.hpp"

#include <sodium/utils.h>

namespace thimble::mcp {

namespace {

std::optional<std::string> decode(std::string_view text, int variant)
{
    std::string out(text.size(), '\0');
    std::size_t length = 0;
    // NOLINTNEXTLINE(cppcoreguidelines-pro-type-reinterpret-cast)
    auto* bytes = reinterpret_cast<unsigned char*>(out.data());
    const char* end = nullptr;
    if (sodium_base642bin(bytes, out.size(), text.data(), text.size(), nullptr, &length, &end,
                          variant) != 0 ||
        end != text.data() + text.size())
        return std::nullopt;
    out.resize(length);
    return out;
}

} // namespace

std::string to_base64url(std::string_view bytes)
{
    constexpr int variant = sodium_base64_VARIANT_URLSAFE_NO_PADDING;
    std::string out(sodium_base64_encoded_len(bytes.size(), variant), '\0');
    // NOLINTNEXTLINE(cppcoreguidelines-pro-type-reinterpret-cast)
    const auto* from = reinterpret_cast<const unsigned char*>(bytes.data());
    sodium_bin2base64(out.data(), out.size(), from, bytes.size(), variant);
    out.pop_back(); // the terminating zero
    return out;
}

std::optional<std::string> from_base64url(std::string_view text)
{
    return decode(text, sodium_base64_VARIANT_URLSAFE_NO_PADDING);
}

std::optional<std::string> from_base64(std::string_view text)
{
    return decode(text, sodium_base64_VARIANT_ORIGINAL);
}

} // namespace thimble::mcp
