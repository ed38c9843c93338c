// Bytes of a developer image's files.
#pragma once

#include "device/failure.hpp"
#include "device/images/blob.hpp"

#include <cstddef>
#include <filesystem>
#include <optional>

namespace thimble::device::images {

/// By these the phone's image service calls the kinds of images.
inline constexpr auto signed_type = "Personalized";
inline constexpr auto plain_type = "Developer";

inline constexpr std::size_t largest_signature = 1U << 20; // bytes; of a ticket likewise

/// Nothing where the file cannot be read or is larger than `most`.
std::optional<blob> content_of(const std::filesystem::path& file, std::size_t most);

failure unreadable(const std::filesystem::path& file);

/// SHA-384, which tickets are made for and by which a phone calls the image that it has mounted;
/// empty where the file cannot be read.
blob digest_of_file(const std::filesystem::path& file);

} // namespace thimble::device::images
