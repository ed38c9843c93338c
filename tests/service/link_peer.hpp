// A blocking daemon's end of a link: a WebSocket, and the messages that a test sends over it.
#pragma once

#include "link/close_reason.hpp"
#include "link/message.hpp"
#include "link/picture_frame.hpp"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

namespace thimble::service::test {

class link_peer {
public:
    /// Opens /v1/link with this token.
    link_peer(std::uint16_t port, const std::string& token);
    ~link_peer();

    /// The status that the service refused the WebSocket with; 101 when it did not.
    unsigned status() const;

    void say(const link::message& what);

    /// The next message of the service; nothing once the link is closed.
    std::optional<link::message> hear();

    // The same as text, for what another version says.
    void say_text(const std::string& what);
    std::optional<std::string> hear_text();

    /// Ends the link for that reason.
    void close(link::close_reason why);

    /// The name of the reason that the service closed the link for. Waits for it.
    std::string close_reason();

private:
    struct implementation;
    std::unique_ptr<implementation> self_;
};

/// The other connection of a link, over which its pictures go.
class frames_peer {
public:
    /// `epoch` is the welcome's.
    frames_peer(std::uint16_t port, const std::string& token, std::int64_t epoch);
    ~frames_peer();

    void send(const link::frame_header& header, const std::string& picture);

private:
    struct implementation;
    std::unique_ptr<implementation> self_;
};

} // namespace thimble::service::test
