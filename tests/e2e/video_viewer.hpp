// A client that watches GET P/stream?codec=hevc as a WebSocket.
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>

namespace thimble::e2e {

class video_viewer {
public:
    struct message {
        bool binary = false;
        std::string bytes;
    };

    /// Everything that it waits for comes within `timeout`, or not at all. Throws where it is not
    /// let in.
    video_viewer(std::uint16_t port,
                 const std::string& key,
                 const std::string& target,
                 std::chrono::milliseconds timeout = std::chrono::seconds(60));
    video_viewer(const video_viewer&) = delete;
    video_viewer& operator=(const video_viewer&) = delete;
    ~video_viewer();

    /// Nothing once it has ended, or when nothing comes for too long.
    std::optional<message> next();

private:
    struct implementation;
    std::unique_ptr<implementation> self_;
};

} // namespace thimble::e2e
