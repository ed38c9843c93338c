// The directory in which a phone names its services above the tunnel (RSD).
#pragma once

#include "device/coredevice/xpc_value.hpp"
#include "device/failure.hpp"

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace thimble::device::coredevice {

struct service_entry {
    std::uint16_t port = 0;
    std::string entitlement; // of the directory; phones do not ask hosts for it
    bool remote_xpc = false; // else a protocol of its own, sometimes after a check-in
    std::uint64_t version = 0;
    std::vector<std::string> features;

    friend bool operator==(const service_entry&, const service_entry&) = default;
};

struct service_directory {
    std::string udid;
    std::string os_version;
    std::string build;
    std::string product_type;
    std::uint64_t protocol_version = 0; // 3 on iOS 17.0, 5 on 18
    std::map<std::string, service_entry, std::less<>> services;

    /// Nullptr where the phone does not have it, as before the developer image is mounted.
    const service_entry* find(std::string_view service) const;

    bool offers(std::string_view service, std::string_view feature) const;
};

/// The host's half of the handshake. The phone takes another `host` for another computer, and may
/// close what the first one has open.
xpc::dictionary host_handshake(const xpc::uuid& host);

/// Entries that cannot be read are left out.
result<service_directory> read_directory(const xpc::dictionary& handshake);

} // namespace thimble::device::coredevice
