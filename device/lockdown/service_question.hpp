// One question to a service of the phone that speaks in property lists. Included by .cpp files of
// this room only.
#pragma once

#include "device/usbmux/handle.hpp"

namespace thimble::device {

/// The answer; null when the service could not be started or did not answer within 5 s. Each
/// question has a connection of its own: some services close theirs after a command that they
/// refuse. Blocks: for a worker.
property_list ask_service(idevice_t phone, const char* service, const property_list& question);

} // namespace thimble::device
