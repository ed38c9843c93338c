// Mount state of the developer image, as the image service reports it.
#pragma once

#include "device/usbmux/attached_devices.hpp"

#include <plist/plist.h>

#include <cstdint>

namespace thimble::device {

enum class image_state : std::uint8_t { unknown, mounted, missing, phone_locked };

/// By an answer to LookupImage. An answer that is an error tells nothing of the image.
image_state image_state_by_lookup(plist_t answer);

/// By an answer to CopyDevices, which lists what is mounted.
image_state image_state_by_list(plist_t answer);

/// Blocks: for a worker. `ios` is the major version.
image_state read_image_state(const attachment& phone, int ios);

} // namespace thimble::device
