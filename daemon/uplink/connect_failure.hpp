// Error of a connection attempt to the service.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace thimble::daemon {

/// Which step failed, as far as a person has to do something else about it.
enum class connect_step : std::uint8_t {
    resolve,       // the name of the service or of the proxy is unknown
    reach,         // nobody answers at its addresses
    proxy,         // the proxy gives no tunnel
    encrypt,       // no agreement on TLS
    expired,       // the certificate is no longer valid
    not_yet_valid, // the certificate is not valid yet: most likely this machine's clock is slow
    wrong_host,    // the certificate is another host's
    unknown_issuer,
    wrong_key, // the certificate's key is not the pinned one
    answer,    // it is reached, and does not answer as a service does
};

struct connect_failure {
    connect_step step = connect_step::reach;
    std::string message;    // a sentence for a person; holds no secret
    bool timed_out = false; // the step did not end in time

    friend bool operator==(const connect_failure&, const connect_failure&) = default;
};

/// What a person can do about it.
std::string_view remedy_for(connect_step failed);

} // namespace thimble::daemon
