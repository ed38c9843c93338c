// The videos that a link asks for, as frames of its second connection.
#pragma once

#include "daemon/frames/video_streams.hpp"
#include "http/websocket/outbox.hpp"
#include "link/streaming.hpp"
#include "link/unit_queue.hpp"

#include <spdlog/logger.h>

#include <chrono>
#include <cstddef>
#include <map>
#include <memory>
#include <optional>
#include <string>

namespace thimble::daemon {

/// Home thread. As long as the link: its videos end with it. Units of a video wait in order behind
/// what was to be sent before; where they become too many, all up to the next key are dropped.
class video_outlet {
public:
    /// `most` is the largest picture in bytes that the service takes. All of it outlives this.
    video_outlet(video_streams& from,
                 service::websocket::outbox& pictures,
                 std::size_t most,
                 std::shared_ptr<spdlog::logger> log,
                 link::unit_queue_limits granted = {});
    video_outlet(const video_outlet&) = delete;
    video_outlet& operator=(const video_outlet&) = delete;
    ~video_outlet();

    /// Begins a video, tells it again, or ends it.
    void set(const link::stream& wanted);

    /// The service needs a key.
    void restart(const std::string& stream_id);

private:
    struct begun;
    using begun_pointer = std::shared_ptr<begun>;

    void take(const begun_pointer& into, const link::access_unit& what);
    std::optional<service::websocket::outbox::payload> next_of(begun& from);

    video_streams& from_;
    service::websocket::outbox& pictures_;
    std::size_t most_;
    std::shared_ptr<spdlog::logger> log_;
    link::unit_queue_limits limits_;
    std::map<std::string, begun_pointer> begun_; // by stream id
    std::shared_ptr<video_outlet*> self_;        // for what outlives it in the outbox
};

} // namespace thimble::daemon
