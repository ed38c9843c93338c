// Pushes of a feature that sends its elements piece by piece beside the reply.
#pragma once

#include "virtualphone/coredevice/invocation.hpp"

#include <string>

namespace thimble::virtualphone::coredevice {

/// The channel that the host wants them on, from a request's input.
std::expected<xpc::uuid, refusal> channel_in(const xpc::dictionary& input);

/// `status` is "pushing" or "finishStreaming".
xpc::dictionary push_of(const xpc::uuid& channel, std::string status, xpc::dictionary content);

} // namespace thimble::virtualphone::coredevice
