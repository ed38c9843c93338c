// Reason for closing a link, as the WebSocket's close frame says it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace thimble::link {

enum class close_reason : std::uint8_t {
    shutting_down, // the program ends
    draining,      // the time of a drain is over
    replaced,      // the same desktop has a newer link
    revoked,       // the desktop's token is not valid any more
    silent,        // no heartbeat came
    malformed,     // a message made no sense
    too_large,     // a message or a picture was beyond its limit
    incompatible,  // no common version of the protocol
    not_expected,  // a message out of turn: before hello, or of the other end
    too_slow,      // what waits to be sent has outgrown its bounds
    unavailable,   // the service cannot write down that the desktop is there
};

/// "replaced", …
std::string_view to_string(close_reason why);

/// The code of the close frame: 1001, 1009, 1013, or one of 4000 to 4999.
std::uint16_t close_code(close_reason why);

/// Nothing for a code that is not one of ours, as where the connection just broke.
std::optional<close_reason> parse_close_code(std::uint16_t code);

/// The text of the close frame: the reason's name and, after a colon, the detail, cut between two
/// characters to the 123 bytes that such a frame can hold.
std::string close_text(close_reason why, std::string_view detail = {});

} // namespace thimble::link
