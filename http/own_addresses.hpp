// The names under which this service is asked.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace thimble::service {

/// Guards against DNS rebinding: a page of another site may have its own name point to this
/// machine, and then counts as one of ours. Its name in Host gives it away. A value.
class own_addresses {
public:
    /// `loopback`: this machine's addresses alone lead here. `anywhere`: any do. `certified`: a
    /// certificate tells the browser whom it has reached, so no name needs to be refused.
    enum class reach : std::uint8_t { loopback, anywhere, certified };

    /// `public_urls` as people type them, without a path: "https://phones.example".
    own_addresses(reach how, const std::vector<std::string>& public_urls);

    /// True where a request with this Host is meant for us; an empty one is: browsers always send
    /// it.
    bool include(std::string_view host) const;

    /// True where people reach the service under this Host over TLS.
    bool are_encrypted(std::string_view host) const;

private:
    struct public_name {
        std::string name; // without a port, in lower case
        bool encrypted = false;
    };

    reach how_;
    std::vector<public_name> public_;
};

} // namespace thimble::service
