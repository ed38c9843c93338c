// The developer image that a phone has mounted, beside the one that this computer would mount.
#pragma once

#include "device/images/blob.hpp"
#include "device/images/mount.hpp"

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace thimble::device::images {

enum class image_match : std::uint8_t {
    unknown, // nothing is mounted, the phone does not tell, or there is no image here to compare
    same,
    other,
};

/// By the signatures of what is mounted: up to iOS 16 those that come with the image, later its
/// SHA-384. `wanted` is that of the image on this computer. A signature in a form that cannot be
/// compared tells nothing.
image_match match_of(const std::vector<blob>& mounted, const blob& wanted, bool by_digest);

struct mounted_image {
    image_match match = image_match::unknown;
    blob signature;               // of the other one
    std::filesystem::path wanted; // the image on this computer, for a person
};

/// Asks the phone; changes nothing there. Blocks, for some seconds: for a worker.
mounted_image look_at_mounted(const attachment& phone,
                              const std::string& os_version,
                              const mount_settings& settings);

/// Unmounts an image that is another one than that on this computer, and mounts the right one;
/// does nothing where it is the right one or that is not known. The ticket of the right one is
/// there before anything is unmounted. Blocks, for up to a minute and a half: for a worker.
/// Failures as of mount_image, and unmount_refused.
result<void> replace_image(const attachment& phone,
                           const std::string& os_version,
                           const mount_settings& settings,
                           const mount_progress& progress);

} // namespace thimble::device::images
