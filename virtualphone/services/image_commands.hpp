// Commands of the image mounter that one answer completes.
#pragma once

#include "virtualphone/services/service_session.hpp"

#include <string_view>

namespace thimble::virtualphone {

/// The answer to a command that has failed: it is the last one of its connection.
plist::value image_failure(std::string_view error, std::string_view detail);

/// The keys of a phone without a passcode are never locked away.
bool image_keys_are_locked(service_session& session);

using image_command = plist::value (*)(service_session& session, const plist::value& request);

/// nullptr when there is none of this name.
image_command image_command_named(std::string_view name);

} // namespace thimble::virtualphone
