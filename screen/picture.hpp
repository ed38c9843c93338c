// Pictures as they are passed on: encoded bytes with a format, or what video has decoded.
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

struct video_picture;

/// A picture, encoded unless it has come out of a decoder of video just now. What it holds is
/// shared and never changes.
struct picture {
    picture_format format = picture_format::png;
    pixel_size size; // upright
    std::shared_ptr<const bytes> data;
    std::shared_ptr<const video_picture> video = {}; // instead of data; has no format then

    bool empty() const noexcept { return data == nullptr && video == nullptr; }
};

} // namespace thimble::screen
