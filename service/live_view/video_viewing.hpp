// The phone's own video as the binary messages of a WebSocket, and pictures where it cannot be had.
#pragma once

#include "async/signal.hpp"
#include "http/upgraded_connection.hpp"
#include "http/websocket/message_pump.hpp"
#include "link/unit_queue.hpp"
#include "service/live_view/live_pictures.hpp"
#include "service/live_view/live_unit.hpp"
#include "service/live_view/stream_limits.hpp"
#include "service/live_view/viewer.hpp"

#include <memory>
#include <string>

namespace thimble::service {

/// Home thread. A text message comes before the first of several units or of several pictures, and
/// says by its `codec` which they are; it comes again when any of it but the time changes. Pictures
/// are shown until a key has come, and again from where the viewer was too slow for the video.
class video_viewing final : public http::upgraded_connection, private video_follower {
public:
    /// `all` outlives it.
    video_viewing(const boost::asio::any_io_executor& home,
                  live_pictures& all,
                  std::unique_ptr<viewer> who,
                  std::string phone_id);

    boost::asio::awaitable<void> run(http::stream with, http::request first) override;
    void drain() override;

private:
    void take(const live_unit_ptr& what) override;
    void lose() override;

    boost::asio::awaitable<void> show_video();
    boost::asio::awaitable<void> show_pictures();
    void describe(const live_unit& what);
    void describe(const live_picture& what);

    live_pictures& all_;
    link::unit_queue<live_unit> waiting_;
    live_unit_ptr described_unit_; // the last that a text message was about; nullptr: a picture was
    live_picture_ptr described_picture_; // the same the other way round
    std::string phone_id_;
    websocket::message_pump wire_;
    async::signal changed_;
    std::unique_ptr<viewer> viewer_; // the first to go: then nothing is taken any more
};

} // namespace thimble::service
