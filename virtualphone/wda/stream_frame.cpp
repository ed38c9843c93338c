#include "virtualphone/wda/stream_frame.hpp"

#include "virtualphone/wda/jpeg.hpp"

#include <cmath>
#include <memory>
#include <utility>
#include <vector>

namespace thimble::virtualphone::wda {

namespace {

constexpr int whole = 8; // eighths

/// Orientation that brings the panel's layout upright again.
exif_orientation tag_of(turned orientation)
{
    switch (orientation) {
    case turned::landscape_left:
        return exif_orientation::turn_left;
    case turned::landscape_right:
        return exif_orientation::turn_right;
    case turned::upside_down:
        return exif_orientation::turn_over;
    case turned::portrait:
        break;
    }
    return exif_orientation::upright;
}

rgb_picture panel_layout(rgb_picture upright, turned orientation)
{
    switch (orientation) {
    case turned::landscape_left:
        return turned_right(upright);
    case turned::landscape_right:
        return turned_right(turned_over(std::move(upright)));
    case turned::upside_down:
        return turned_over(std::move(upright));
    case turned::portrait:
        break;
    }
    return upright;
}

} // namespace

encoded_picture stream_frames::make(const encoded_picture& upright, const shape& wanted)
{
    if (wanted.eighths == whole && wanted.orientation == turned::portrait)
        return upright;
    rgb_picture picture = panel_layout(decode_jpeg(*upright, wanted.eighths), wanted.orientation);
    return std::make_shared<const std::vector<std::uint8_t>>(
        encode_jpeg(picture, wanted.quality, tag_of(wanted.orientation)));
}

encoded_picture stream_frames::next(operating_system& os, const settings& wanted)
{
    constexpr double percent_an_eighth = 100.0 / whole;
    const shape now{
        .orientation =
            wanted.stream_fixes_orientation() ? turned::portrait : os.interface_orientation(),
        .eighths = static_cast<int>(std::ceil(wanted.stream_scaling() / percent_an_eighth)),
        .quality = wanted.stream_quality(),
    };
    encoded_picture upright = os.frame_jpeg(now.quality);
    if (!frame_ || upright != upright_ || now != shape_) {
        frame_ = make(upright, now);
        upright_ = std::move(upright);
        shape_ = now;
    }
    return frame_;
}

} // namespace thimble::virtualphone::wda
