// Services that speak DTX, by the names that a tunnel's directory has for them.
#pragma once

#include "virtualphone/services/service_session.hpp"
#include "virtualphone/tunnel/network.hpp"

#include <string_view>

namespace thimble::virtualphone {

/// Empty when it is none of them, or refuses connections. A host has the service at once, without
/// a check-in. The phone and the state outlive it.
tunnel::stream_service
developer_service_named(std::string_view name, phone& device, service_state& shared);

} // namespace thimble::virtualphone
