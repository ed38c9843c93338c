// The key with which a phone proves that it is the one that was paired.
#pragma once

#include "virtualphone/lockdown/openssl_handles.hpp"
#include "virtualphone/plist/property_list.hpp"

namespace thimble::virtualphone {

/// RSA, 2048 bits, made when first needed (some 100 ms). Home thread only.
class device_key {
public:
    EVP_PKEY* get();

    /// PKCS#1, "RSA PUBLIC KEY": what hosts make the device's certificate from.
    plist::bytes public_pem();

private:
    openssl::private_key key_;
};

} // namespace thimble::virtualphone
