// A frame of the MJPEG stream, as the stream's settings want it.
#pragma once

#include "virtualphone/os/operating_system.hpp"
#include "virtualphone/wda/settings.hpp"

namespace thimble::virtualphone::wda {

encoded_picture stream_frame(operating_system& os, const settings& wanted);

} // namespace thimble::virtualphone::wda
