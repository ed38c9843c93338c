// The video of one phone: what a desktop is asked for, and those who follow it.
#pragma once

#include "async/one_shot_timer.hpp"
#include "service/live_view/live_unit.hpp"
#include "service/live_view/named_space.hpp"
#include "service/live_view/video_policy.hpp"
#include "service/phones/desktop.hpp"
#include "service/phones/phones.hpp"

#include <boost/asio/any_io_executor.hpp>

#include <memory>
#include <string>
#include <vector>

namespace thimble::service {

/// Home thread. Made by std::make_shared: a desktop may outlive it, and knows it weakly.
class live_video : public std::enable_shared_from_this<live_video> {
public:
    live_video(const boost::asio::any_io_executor& home,
               phone_ptr of,
               video_policy::duration restart_interval);

    /// It gets what comes from the next key on, until it is removed.
    void add(video_follower& who);

    /// With the last one the video ends.
    void remove(const video_follower& who);

    /// It was too slow for what it was given.
    void fell_behind(const video_follower& who);

    /// From now on it comes from that desktop; from none when it is nullptr. False where it did
    /// before.
    bool follow(std::shared_ptr<desktop> via);

    /// The desktop may have forgotten what it was asked for.
    void tell_again();

    bool empty() const noexcept { return followers_.empty(); }
    const known_phone& phone() const noexcept { return *phone_; }

private:
    using clock = std::chrono::steady_clock;

    void tell(bool on);
    void take(const link::access_unit& what);
    void hand_out(const link::access_unit& what);
    void lose_all();
    void plan_restart();
    void restart_if_due();

    phone_ptr phone_;
    video_policy policy_;
    std::string id_;               // of the stream that the desktop has begun
    std::shared_ptr<desktop> via_; // nullptr while there is none
    std::vector<video_follower*> followers_;
    named_space space_;
    async::one_shot_timer restart_timer_;
};

/// True where the phone encodes its screen itself, and its desktop can pass that on.
bool has_video(const known_phone& phone);

} // namespace thimble::service
