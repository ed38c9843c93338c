#include "virtualphone/wda/stream_frame.hpp"

namespace thimble::virtualphone::wda {

encoded_picture stream_frame(operating_system& os, const settings& wanted)
{
    return os.frame_jpeg(wanted.stream_quality());
}

} // namespace thimble::virtualphone::wda
