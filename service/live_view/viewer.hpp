// One who watches a phone: the newest picture not yet taken, at the pace that was asked for.
#pragma once

#include "async/one_shot_timer.hpp"
#include "async/signal.hpp"
#include "service/accounts/account.hpp"
#include "service/live_view/live_picture.hpp"

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/awaitable.hpp>
#include <boost/describe/enum.hpp>

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace thimble::service {

class live_pictures;

/// Why a viewer sees nothing more.
enum class viewer_end : std::uint8_t {
    gone,            // it has closed, or its connection broke
    too_slow,        // it did not take a picture in time
    key_revoked,     // the one that it came with
    no_subscription, // of its account, any more
    phone_forgotten,
    draining, // the service ends
};
BOOST_DESCRIBE_ENUM(
    viewer_end, gone, too_slow, key_revoked, no_subscription, phone_forgotten, draining)

/// "too_slow"; for programs and the log.
std::string_view to_string(viewer_end value);

/// Wishes of a viewer.
struct viewer_wish {
    int frames_per_second = 10; // at most, 1..60
    int quality = 80;           // of the JPEGs, 1..100
    bool pictures = true;       // from the beginning; else once show_pictures() says so
};

/// Home thread. Pictures never queue: one that has not been taken gives way to the next.
class viewer {
public:
    using clock = std::chrono::steady_clock;

    /// `all` outlives it and is told when it is no more.
    viewer(const boost::asio::any_io_executor& home,
           live_pictures& all,
           viewer_wish wanted,
           account who);
    viewer(const viewer&) = delete;
    viewer& operator=(const viewer&) = delete;
    ~viewer();

    /// The newest picture, once there is one and its time has come; nullptr when the viewer is to
    /// end. The caller is done with the picture before.
    boost::asio::awaitable<live_picture_ptr> next();

    /// The picture has gone out whole.
    void note_sent(const live_picture& what);

    /// The same for a unit of video that was captured then.
    void note_sent(std::chrono::system_clock::time_point captured_at);

    /// A newer picture.
    void offer(live_picture_ptr what);

    /// The picture that waits is not wanted any more.
    void clear() { newest_ = nullptr; }

    /// It is to see nothing more. The first reason counts.
    void end(viewer_end why);
    std::optional<viewer_end> ended() const noexcept { return ended_; }

    /// Called at the end besides; at once if it has been told already.
    void when_ended(std::function<void(viewer_end)> then);

    const viewer_wish& wanted() const noexcept { return wanted_; }
    const account& who() const noexcept { return who_; }

    struct tally {
        std::size_t sent = 0;
        std::size_t replaced = 0; // by a newer one while the viewer was still taking another
        clock::time_point since = clock::now();
    };

    const tally& counted() const noexcept { return counted_; }

private:
    live_pictures& all_;
    viewer_wish wanted_;
    account who_;
    tally counted_;
    live_picture_ptr newest_; // not yet taken
    bool taking_ = false;     // another, right now
    clock::time_point due_;   // the next picture is not taken before
    std::optional<viewer_end> ended_;
    std::function<void(viewer_end)> when_ended_;
    async::signal changed_;
    async::one_shot_timer its_time_;
};

} // namespace thimble::service
