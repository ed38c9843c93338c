// Pictures of the screen by the phone's own screen capture service.
#pragma once

#include "device/coredevice/driver/tunnel_keeper.hpp"

namespace thimble::device::coredevice {

class tunnel_frames final : public frame_source {
public:
    explicit tunnel_frames(tunnel_keeper& through) : tunnel_(through) {}

    boost::asio::awaitable<result<captured_frame>> capture() override;

private:
    tunnel_keeper& tunnel_;
};

} // namespace thimble::device::coredevice
