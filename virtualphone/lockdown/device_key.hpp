// The key with which a phone proves that it is the one that was paired.
#pragma once

#include "virtualphone/lockdown/openssl_handles.hpp"
#include "virtualphone/plist/property_list.hpp"

#include <future>

namespace thimble::virtualphone {

/// RSA, 2048 bits. Home thread only, but for the making.
class device_key {
public:
    /// Begins to make it, which takes a processor some 100 ms, on a thread of its own.
    void prepare();

    /// One that was made before, as make_private_pem() has it; false where the text is none.
    bool take(const std::string& pem);

    /// A new one, as text for a file of its owner's alone.
    static std::string make_private_pem();

    /// Waits until it is made.
    EVP_PKEY* get();

    /// PKCS#1, "RSA PUBLIC KEY": what hosts make the device's certificate from.
    plist::bytes public_pem();

private:
    std::future<openssl::private_key> making_;
    openssl::private_key key_;
};

} // namespace thimble::virtualphone
