#include "service/jobs/picture_name.hpp"

#include "text/hexadecimal.hpp"

#include <openssl/evp.h>

#include <array>
#include <cstddef>
#include <stdexcept>

namespace thimble::service {

namespace {

constexpr std::size_t name_length = 64;

std::string sha256(const void* data, std::size_t size)
{
    std::array<unsigned char, name_length / 2> digest{};
    if (EVP_Digest(data, size, digest.data(), nullptr, EVP_sha256(), nullptr) != 1)
        throw std::runtime_error("OpenSSL has no SHA-256");
    return hexadecimal(digest);
}

} // namespace

std::string picture_name(const screen::bytes& content)
{
    return sha256(content.data(), content.size());
}

std::string picture_name(std::string_view known_by)
{
    return sha256(known_by.data(), known_by.size());
}

bool is_picture_name(std::string_view text)
{
    return text.size() == name_length &&
           text.find_first_not_of(hexadecimal_digits) == std::string_view::npos;
}

} // namespace thimble::service
