// The question whether a phone sends its screen, until it says so.
#pragma once

#include "device/coredevice/core_device.hpp"

#include <boost/asio/awaitable.hpp>

#include <chrono>

namespace thimble::device::coredevice {

struct offer_pauses {
    /// Between two looks into the directory, which cost nothing: the service is in it once the
    /// developer image is there. The first touch after that may need the stream.
    std::chrono::milliseconds look{100};

    /// After a question that was not answered, doubled each time up to the longest one.
    std::chrono::milliseconds unanswered{3'000};
    std::chrono::milliseconds longest{60'000};

    /// After a phone has denied it: it may have an older image, which is replaced.
    std::chrono::milliseconds denied{60'000};
};

/// Ends once the phone of `by` says that it sends its screen; with the tunnel where it is
/// cancelled with that.
boost::asio::awaitable<void> until_video_offered(core_device& by, offer_pauses between = {});

} // namespace thimble::device::coredevice
