// Turns the phone through its device control service, a quarter at a time.
#pragma once

#include "device/coredevice/driver/tunnel_frames.hpp"

namespace thimble::device::coredevice {

/// Only the answer to a turn tells how the phone is held: the first may be one too many, and is
/// taken back.
class tunnel_orientation final : public orientation_switch {
public:
    /// `frames` shows whether the interface follows; it outlives this.
    tunnel_orientation(tunnel_keeper& through, tunnel_frames& frames)
        : tunnel_(through), frames_(frames)
    {
    }

    /// Turns the phone and waits for the picture to follow, where there are pictures.
    boost::asio::awaitable<result<void>> turn(screen::orientation to) override;

    /// Turns the phone alone.
    boost::asio::awaitable<result<void>> turn_phone(screen::orientation to);

    /// As the phone was held after the last turn.
    const std::optional<screen::orientation>& held() const { return held_; }

private:
    boost::asio::awaitable<result<screen::orientation>> turn_once(bool left);
    boost::asio::awaitable<result<void>> until_pictured(screen::orientation wanted);

    tunnel_keeper& tunnel_;
    tunnel_frames& frames_;
    std::optional<screen::orientation> held_;
};

} // namespace thimble::device::coredevice
