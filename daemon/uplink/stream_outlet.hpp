// The streams that a link asks for, as frames of its second connection.
#pragma once

#include "daemon/frames/streams.hpp"
#include "http/websocket/outbox.hpp"
#include "link/streaming.hpp"

#include <spdlog/logger.h>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <string>

namespace thimble::daemon {

/// Home thread. As long as the link: its streams end with it. Of each stream one picture at most
/// waits to be sent, the newest, behind all pictures of results.
class stream_outlet {
public:
    /// `most` is the largest picture in bytes that the service takes. All of it outlives this.
    stream_outlet(streams& from,
                  service::websocket::outbox& pictures,
                  std::size_t most,
                  std::shared_ptr<spdlog::logger> log);
    stream_outlet(const stream_outlet&) = delete;
    stream_outlet& operator=(const stream_outlet&) = delete;
    ~stream_outlet();

    /// Begins a stream, changes it, or ends it.
    void set(const link::stream& wanted);

private:
    struct begun {
        std::string udid;
        std::chrono::system_clock::time_point at;
        std::uint64_t frames = 0; // so far
    };

    void send(const std::string& stream_id, const link::frame& what);

    streams& from_;
    service::websocket::outbox& pictures_;
    std::size_t most_;
    std::shared_ptr<spdlog::logger> log_;
    std::map<std::string, begun> begun_; // by stream id
};

} // namespace thimble::daemon
