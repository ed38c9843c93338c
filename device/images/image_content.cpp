#include "device/images/image_content.hpp"

#include <openssl/evp.h>

#include <array>
#include <fstream>
#include <iterator>
#include <memory>
#include <system_error>
#include <vector>

namespace thimble::device::images {

std::optional<blob> content_of(const std::filesystem::path& file, std::size_t most)
{
    std::error_code failed;
    const auto size = std::filesystem::file_size(file, failed);
    if (failed || size > most)
        return std::nullopt;
    std::ifstream from(file, std::ios::binary);
    blob content(std::istreambuf_iterator<char>(from), {});
    return from ? std::optional(std::move(content)) : std::nullopt;
}

failure unreadable(const std::filesystem::path& file)
{
    return {.what = problem::refused,
            .message = file.string() + " cannot be read.",
            .cause = "image_unreadable"};
}

blob digest_of_file(const std::filesystem::path& file)
{
    const std::unique_ptr<EVP_MD_CTX, decltype(&EVP_MD_CTX_free)> digest(EVP_MD_CTX_new(),
                                                                         &EVP_MD_CTX_free);
    std::ifstream from(file, std::ios::binary);
    if (!from || !digest || EVP_DigestInit_ex(digest.get(), EVP_sha384(), nullptr) != 1)
        return {};
    std::vector<char> part(1U << 16U);
    while (from) {
        from.read(part.data(), static_cast<std::streamsize>(part.size()));
        EVP_DigestUpdate(digest.get(), part.data(), static_cast<std::size_t>(from.gcount()));
    }
    std::array<unsigned char, EVP_MAX_MD_SIZE> value{};
    unsigned size = 0;
    if (from.bad() || EVP_DigestFinal_ex(digest.get(), value.data(), &size) != 1)
        return {};
    return {value.begin(), value.begin() + size};
}

} // namespace thimble::device::images
