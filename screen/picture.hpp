// Encoded pictures: bytes with a format and a size.
#pragma once

#include "screen/orientation.hpp"

#include <cstddef>
#include <memory>
#include <vector>

namespace thimble::screen {

enum class picture_format : std::uint8_t { png, jpeg, webp };

/// "image/png", "image/jpeg", "image/webp".
std::string_view media_type(picture_format format);

/// "png", "jpeg", "webp".
std::string_view to_string(picture_format format);
std::optional<picture_format> parse_picture_format(std::string_view text);

using bytes = std::vector<std::byte>;

/// An encoded picture. The bytes are shared and never change.
struct picture {
    picture_format format = picture_format::png;
    pixel_size size;
    std::shared_ptr<const bytes> data;
};

} // namespace thimble::screen
