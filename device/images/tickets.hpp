// Tickets of developer images, kept on this computer's disk and asked for from the signing server.
#pragma once

#include "device/failure.hpp"
#include "device/images/build_identity.hpp"
#include "device/images/mount.hpp"

#include <filesystem>
#include <optional>

namespace thimble::device::images {

/// One file for each phone, image and nonce: a ticket is good for no other.
std::filesystem::path ticket_file(const mount_settings& settings,
                                  const personal_identity& phone,
                                  const blob& image_digest,
                                  const blob& nonce);

std::optional<blob> ticket_on_disk(const std::filesystem::path& file);

/// One that cannot be written is asked for again.
void keep_ticket(const blob& ticket, const std::filesystem::path& file);

/// Asks the signing server. Blocks for at most half a minute: for a worker.
result<blob> fresh_ticket(const mount_settings& settings,
                          const build_identity& image,
                          const personal_identity& phone,
                          const blob& nonce);

} // namespace thimble::device::images
