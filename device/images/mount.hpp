// Mounts the developer image that a phone needs.
#pragma once

#include "device/images/image_files.hpp"
#include "device/images/image_service.hpp"
#include "device/images/signing_server.hpp"

#include <functional>
#include <string>
#include <string_view>

namespace thimble::device::images {

struct mount_settings {
    std::vector<std::filesystem::path> folders; // where images are looked for
    std::filesystem::path tickets;              // where those of the signing server are kept
    signing_server server;
};

/// The step under way, for a person: "Asking for a ticket", and how far it has come from 0 to 1.
using mount_progress = std::function<void(std::string_view what, double done)>;

/// Finds the image for the phone's iOS, has it signed where that is needed, uploads and mounts it.
/// An image that is mounted already is left as it is, whichever it is. Blocks, for up to a minute:
/// for a worker. Failures have the causes image_missing, image_not_for_phone, phone_locked,
/// developer_mode_off, signing_server_unreachable and others, and a message with the remedy in it.
result<void> mount_image(const attachment& phone,
                         const std::string& os_version,
                         const mount_settings& settings,
                         const mount_progress& progress);

} // namespace thimble::device::images
