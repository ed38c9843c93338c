// The states of an agent session, and what clients may ask of one.
#pragma once

#include <boost/describe/enum.hpp>

#include <cstdint>
#include <optional>
#include <string_view>

namespace thimble::service::sessions {

/// The last three are how a session has ended: they never change.
enum class status : std::uint8_t {
    creating,
    running,
    paused,
    waiting_for_user,
    completed, // the goal is reached and was checked
    failed,
    killed, // somebody has stopped it
};
BOOST_DESCRIBE_ENUM(status, creating, running, paused, waiting_for_user, completed, failed, killed)

std::string_view to_string(status value);
std::optional<status> parse_status(std::string_view text);

constexpr bool is_end(status value)
{
    return value == status::completed || value == status::failed || value == status::killed;
}

enum class control : std::uint8_t { pause, resume, message, interrupt, stop };
BOOST_DESCRIBE_ENUM(control, pause, resume, message, interrupt, stop)

std::string_view to_string(control value);

} // namespace thimble::service::sessions
