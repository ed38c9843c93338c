// The video of whichever attached phone has a UDID, for one who wants it.
#pragma once

#include "async/listeners.hpp"
#include "async/one_shot_timer.hpp"
#include "daemon/frames/link_units.hpp"
#include "device/phone.hpp"

#include <boost/asio/any_io_executor.hpp>
#include <spdlog/logger.h>

#include <chrono>
#include <functional>
#include <memory>
#include <string>

namespace thimble::daemon {

/// All of it outlives the videos.
struct video_context {
    boost::asio::any_io_executor home;

    /// The attached phone of that UDID, or nothing.
    std::function<std::shared_ptr<device::phone>(const std::string& udid)> find_phone;

    std::shared_ptr<spdlog::logger> log;

    /// A key comes by itself to whoever begins to follow, where the phone's stream begins as well
    /// or has begun a moment ago. Until then the phone is not asked for one.
    std::chrono::milliseconds key_wait{1000};
};

/// Home thread; owned by shared_ptr. A phone that is away, or has no video now, is waited for.
class followed_video : public std::enable_shared_from_this<followed_video> {
public:
    using receiver = std::function<void(const link::access_unit&)>;

    /// Nothing comes before look(), nor within a call of this.
    followed_video(const video_context& with, std::string udid, receiver on_unit);
    followed_video(const followed_video&) = delete;
    followed_video& operator=(const followed_video&) = delete;

    /// The phone has come, gone or changed.
    void look();

    /// A key is needed, unless one comes by itself.
    void want_key();

    /// From now on another one gets what comes.
    void hand_to(receiver another) { on_unit_ = std::move(another); }

    /// Nothing comes any more.
    void end();

    const std::string& udid() const noexcept { return udid_; }

private:
    void take(const device::shared_unit& what);
    void note_loss();
    void ask_for_key();
    void drop_wish();

    const video_context& with_;
    std::string udid_;
    receiver on_unit_;
    link_units units_;
    std::weak_ptr<device::phone> phone_; // that is followed
    async::subscription following_;
    async::one_shot_timer key_timer_;
    bool key_wanted_ = false;
};

} // namespace thimble::daemon
