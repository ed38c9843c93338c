// TLS as a phone speaks it with a computer that it trusts.
#pragma once

#include "virtualphone/lockdown/trusted_hosts.hpp"

#include <boost/asio/ssl/context.hpp>

#include <memory>

namespace thimble::virtualphone {

/// The phone is the server, with the certificate that the host made for it. The host must present
/// its host or its root certificate; both happen. They have no names and often SHA-1 signatures,
/// so no chain can be built: the certificate itself is compared. The result is independent of
/// `host` and of `device_key`.
std::shared_ptr<boost::asio::ssl::context> make_tls_settings(const trusted_host& host,
                                                             EVP_PKEY* device_key);

} // namespace thimble::virtualphone
