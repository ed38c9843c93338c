// A picture as video has it: brightness and two colours, and not encoded.
#pragma once

#include "screen/jpeg_planes.hpp"

namespace thimble::screen {

/// From the numbers of video to red, green and blue.
struct video_colours {
    enum class matrix : std::uint8_t { bt601, bt709 };

    matrix by = matrix::bt601;
    bool full_range = true; // else 16 to 235 for brightness, and 16 to 240 for colours

    friend bool operator==(const video_colours&, const video_colours&) = default;
};

/// The colours that JPEG has.
inline constexpr video_colours jpeg_colours{};

/// Never changes once it is shared.
struct video_picture {
    jpeg_planes planes; // with a sample of colour to two by two pixels
    video_colours colours;
    turning turned; // how they come upright

    pixel_size upright() const { return screen::turned(planes.size, turned); }
};

/// Gives the planes JPEG's colours. They have a sample of colour to two by two pixels.
void to_jpeg_colours(jpeg_planes& planes, const video_colours& from);

/// Of planes as `shrunk` makes them, with JPEG's colours.
image pixels_of(const jpeg_planes& planes);

} // namespace thimble::screen
