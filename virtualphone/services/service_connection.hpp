// A host's connection to a started service, from TLS to its end.
#pragma once

#include "virtualphone/services/catalog.hpp"

#include <boost/asio/ssl/context.hpp>

#include <memory>

namespace thimble::virtualphone {

/// For the port that lockdown opens. Without `tls` the connection stays plain. The phone and the
/// state outlive it.
port_service serve_connections_of(const service_entry& entry,
                                  phone& device,
                                  service_state& shared,
                                  std::shared_ptr<boost::asio::ssl::context> tls);

} // namespace thimble::virtualphone
