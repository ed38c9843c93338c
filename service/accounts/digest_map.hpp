// Map from the digest of a secret to a value.
#pragma once

#include "service/accounts/api_key.hpp"

#include <openssl/crypto.h>

#include <cstring>
#include <unordered_map>

namespace thimble::service {

/// All octets of a digest are compared, so that time says nothing of how many are right.
struct same_digest {
    bool operator()(const key_digest& one, const key_digest& other) const noexcept
    {
        return CRYPTO_memcmp(one.data(), other.data(), one.size()) == 0;
    }
};

struct first_octets {
    std::size_t operator()(const key_digest& digest) const noexcept
    {
        std::size_t out = 0;
        std::memcpy(&out, digest.data(), sizeof out);
        return out;
    }
};

template <class Value>
using digest_map = std::unordered_map<key_digest, Value, first_octets, same_digest>;

} // namespace thimble::service
