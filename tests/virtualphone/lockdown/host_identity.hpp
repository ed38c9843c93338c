// The keys and certificates that a computer makes to pair with a phone.
#pragma once

#include "virtualphone/lockdown/openssl_handles.hpp"
#include "virtualphone/plist/property_list.hpp"

#include <string>

namespace thimble::virtualphone::tests {

struct host_identity {
    std::string host_id = "9C1D5B1E-0000-4000-8000-000000000001";
    std::string system_buid = "9C1D5B1E-0000-4000-8000-000000000002";
    openssl::private_key root_key;
    openssl::private_key host_key;
    openssl::certificate root;
    openssl::certificate host;
    openssl::certificate device;

    /// Content of a Pair request.
    plist::value pair_record() const;
};

/// `device_public_key` is what the phone says: PEM.
host_identity make_host_identity(const plist::bytes& device_public_key);

} // namespace thimble::virtualphone::tests
