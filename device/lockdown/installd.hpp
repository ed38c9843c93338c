// The phone's installation service, one command at a time. Included by .cpp files of this room
// only.
#pragma once

#include "device/lockdown/app_installer.hpp"
#include "device/usbmux/handle.hpp"

#include <libimobiledevice/property_list_service.h>

namespace thimble::device {

using installd_client = owned<property_list_service_client_t, property_list_service_client_free>;

/// Failures: not_trusted, no_service. `phone` may be null: usbmuxd does not have it. Blocks: for a
/// worker.
result<installd_client> open_installd(idevice_t phone, const attachment& where);

/// Sends the command and follows its answers to the last. libimobiledevice's own functions for that
/// have a thread of theirs, which is silent when the connection breaks off. Failures:
/// connection_lost, service_silent (after 5 minutes), cancelled, those of install_refusal. Blocks.
result<void> follow_installation(const installd_client& over,
                                 const property_list& command,
                                 install_step step,
                                 const install_watch& watch);

} // namespace thimble::device
