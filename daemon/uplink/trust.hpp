// Explanation of a failed certificate check of the service; http/client/trust.hpp does the check.
#pragma once

#include "daemon/uplink/connect_failure.hpp"
#include "daemon/uplink/key_pin.hpp"
#include "daemon/uplink/service_address.hpp"

#include <boost/system/error_code.hpp>
#include <openssl/ssl.h>

#include <expected>

namespace thimble::daemon {

/// After a handshake that failed for `why`.
connect_failure failed_handshake(const SSL& encryption,
                                 const service_address& service,
                                 const boost::system::error_code& why);

/// After a handshake that went well: whether the certificate's key is the pinned one.
std::expected<void, connect_failure>
check_pin(const SSL& encryption, const service_address& service, const key_pin& pin);

} // namespace thimble::daemon
