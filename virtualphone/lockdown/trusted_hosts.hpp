// The computers that a phone trusts: its side of the pair records.
#pragma once

#include "virtualphone/lockdown/openssl_handles.hpp"
#include "virtualphone/plist/property_list.hpp"

#include <expected>
#include <list>
#include <string>

namespace thimble::virtualphone {

struct trusted_host {
    std::string host_id;
    std::string system_buid;
    openssl::certificate device; // the phone's own, as this host signed it
    openssl::certificate host;
    openssl::certificate root;
};

/// Reads the PairRecord that a host asks to pair with. The certificates must be what pairing makes
/// of the phone's key; the error is lockdown's.
std::expected<trusted_host, std::string> parse_pair_record(const plist::value& record,
                                                           EVP_PKEY* device_key);

/// Home thread only.
class trusted_hosts {
public:
    static constexpr std::size_t most_hosts = 32; // the one trusted longest gives way

    void add(trusted_host host);
    void remove(std::string_view host_id);
    void clear() { hosts_.clear(); }

    const trusted_host* find(std::string_view host_id) const;

private:
    std::list<trusted_host> hosts_;
};

} // namespace thimble::virtualphone
