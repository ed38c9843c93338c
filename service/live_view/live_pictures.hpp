// Viewers of phones. Any number of them costs a phone one capture, and one encoding for each
// quality that somebody wants.
#pragma once

#include "metrics/metrics.hpp"
#include "service/accounts/account_share.hpp"
#include "service/accounts/accounts.hpp"
#include "service/live_view/live_stream.hpp"
#include "service/live_view/live_video.hpp"
#include "service/live_view/stream_limits.hpp"
#include "service/live_view/viewer.hpp"
#include "service/phones/phones.hpp"

#include <boost/asio/any_io_executor.hpp>
#include <spdlog/logger.h>

#include <chrono>
#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace thimble::service {

/// Home thread. A stream begins with its first viewer and ends with its last; meanwhile it follows
/// the phone to whichever desktop it is attached to.
class live_pictures {
public:
    /// `known` and `meter` outlive it.
    live_pictures(boost::asio::any_io_executor home,
                  const phones& known,
                  metrics& meter,
                  stream_limits granted,
                  account_count accounts,
                  std::shared_ptr<spdlog::logger> log);
    live_pictures(const live_pictures&) = delete;
    live_pictures& operator=(const live_pictures&) = delete;

    /// QUEUE_FULL where so many watch already, or so many of that account, that one more is
    /// refused.
    result<std::unique_ptr<viewer>>
    admit(const phone_ptr& phone, viewer_wish wanted, const account& who);

    /// A phone has been attached, detached or moved.
    void phone_changed(const known_phone& which);

    /// A desktop has come or gone; with one that comes nothing of what it was told still holds.
    void desktop_changed(std::string_view desktop_id);

    void phone_forgotten(const known_phone& which);

    /// Keys or accounts are other ones than before.
    void accounts_changed(const accounts& now);

    /// This node must not show anything any more: they may come again, to another one.
    void end_all();

    /// From now on the viewer's phone gives `as` its video beside the viewer's pictures.
    void follow_video(const viewer& who, video_follower& as);

    /// Not any more.
    void unfollow_video(const viewer& who);

    /// False: no pictures for now, and none are made for its sake. True: as before.
    void show_pictures(viewer& who, bool on);

    /// The viewer's follower was too slow for its video.
    void fell_behind(const viewer& who);

    bool watched(const known_phone& which) const;
    std::size_t viewers_of(const known_phone& phone) const;

    /// Hears of each phone that has a viewer more or less, by its id. One listener.
    void when_viewers_change(std::function<void(const std::string& phone_id)> then)
    {
        when_viewers_change_ = std::move(then);
    }

    std::size_t viewers() const noexcept { return places_.size(); }
    std::size_t streams() const noexcept { return streams_.size() + videos_.size(); }
    const stream_limits& granted() const noexcept { return limits_; }

    // Of a viewer.
    void leave(const viewer& who);
    void note_sent(std::chrono::system_clock::time_point captured_at);
    void note_replaced();

private:
    struct place {
        viewer* who;
        phone_ptr phone;
        std::shared_ptr<live_stream> at = {}; // nullptr while it is shown no pictures
        std::shared_ptr<live_video> video = {};
        video_follower* follower = nullptr; // of that
    };

    place* place_of(const viewer& who);
    std::shared_ptr<live_stream> stream_of(const phone_ptr& phone, int quality);
    std::shared_ptr<live_video> video_of(const phone_ptr& phone);
    void join(place& who);
    void part(place& who);
    void part_from_video(place& who);
    std::shared_ptr<desktop> route_of(const known_phone& phone) const;
    std::shared_ptr<desktop> video_route_of(const known_phone& phone) const;
    std::size_t viewers_of(const account& who) const;
    void note_viewers(const known_phone& of) const;
    void report(const viewer& who, const known_phone& phone) const;

    boost::asio::any_io_executor home_;
    const phones& known_;
    metrics& meter_;
    stream_limits limits_;
    account_count accounts_;
    std::shared_ptr<spdlog::logger> log_;
    std::function<void(const std::string&)> when_viewers_change_;
    std::vector<place> places_; // few: no more than the limit
    std::vector<std::shared_ptr<live_stream>> streams_;
    std::vector<std::shared_ptr<live_video>> videos_; // one of a phone, at the most
};

} // namespace thimble::service
