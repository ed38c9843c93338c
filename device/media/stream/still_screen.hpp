// The screen after a phone has ended its video, for those who still watch.
#pragma once

#include "device/capability.hpp"
#include "device/media/stream/screen_stream.hpp"

namespace thimble::device::media {

/// While somebody follows a stream that stands still for so long that the phone ends it, the screen
/// is captured now and then, first while the stream still tells that it shows the screen. Another
/// picture than then has the stream started again, as has one that there is nothing to compare
/// with. Never ends by itself; both outlive it.
boost::asio::awaitable<void> watch_still_screen(screen_stream& stream, frame_source& captures);

} // namespace thimble::device::media
