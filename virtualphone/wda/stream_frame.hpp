// The frames of the MJPEG stream, as the stream's settings want them.
#pragma once

#include "virtualphone/os/operating_system.hpp"
#include "virtualphone/wda/protocol/settings.hpp"

namespace thimble::virtualphone::wda {

/// Makes frames for one client, anew only when picture, orientation or settings have changed.
class stream_frames {
public:
    /// In the panel's portrait layout with an EXIF orientation, or upright when the settings ask
    /// for that. Scaled to the next eighth of the panel's size above the scaling factor.
    encoded_picture next(operating_system& os, const settings& wanted);

private:
    struct shape {
        turned orientation = turned::portrait; // how far from upright the frame lies
        int eighths = 8;
        int quality = 0;
        bool operator==(const shape&) const = default;
    };

    static encoded_picture make(const encoded_picture& upright, const shape& wanted);

    encoded_picture upright_;
    shape shape_;
    encoded_picture frame_;
};

} // namespace thimble::virtualphone::wda
