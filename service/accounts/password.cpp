#include "service/accounts/password.hpp"

#include <array>
#include <sodium.h>
#include <stdexcept>

namespace thimble::service {

std::string hash_password(const std::string& password)
{
    std::array<char, crypto_pwhash_STRBYTES> out{};
    if (sodium_init() < 0 || crypto_pwhash_str_alg(out.data(), password.data(), password.size(),
                                                   crypto_pwhash_OPSLIMIT_INTERACTIVE,
                                                   crypto_pwhash_MEMLIMIT_INTERACTIVE,
                                                   crypto_pwhash_ALG_ARGON2ID13) != 0)
        throw std::runtime_error("there is not enough memory to hash a password");
    return out.data();
}

bool is_password_of(const std::string& hash, std::string_view password)
{
    return sodium_init() >= 0 &&
           crypto_pwhash_str_verify(hash.c_str(), password.data(), password.size()) == 0;
}

} // namespace thimble::service
