// Services of lockdownd inside a tunnel, by the names that a tunnel's directory has for them.
#pragma once

#include "virtualphone/services/service_session.hpp"
#include "virtualphone/tunnel/network.hpp"

#include <string_view>

namespace thimble::virtualphone {

/// Empty when the phone has no such service now. A host checks in with a property list, gets two
/// for an answer, and has the service from there on. The phone and the state outlive it.
tunnel::stream_service shim_named(std::string_view name, phone& device, service_state& shared);

} // namespace thimble::virtualphone
