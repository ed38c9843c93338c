#include "daemon/uplink/disconnect_reason.hpp"

#include "link/close_reason.hpp"
#include "text/printable_text.hpp"

#include <spdlog/fmt/fmt.h>

#include <optional>

namespace thimble::daemon {

namespace websocket = service::websocket;

namespace {

ending ending_of(std::optional<link::close_reason> why)
{
    if (!why)
        return ending::failed;
    switch (*why) {
    case link::close_reason::draining:
        return ending::drained;
    case link::close_reason::replaced:
        return ending::contested;
    case link::close_reason::incompatible:
        return ending::incompatible;
    case link::close_reason::revoked:
        return ending::refused;
    case link::close_reason::shutting_down:
    case link::close_reason::silent:
    case link::close_reason::malformed:
    case link::close_reason::too_large:
    case link::close_reason::not_expected:
    case link::close_reason::too_slow:
    case link::close_reason::unavailable:
        break;
    }
    return ending::failed;
}

std::string sentence_of(const websocket::message_pump::outcome& how)
{
    const auto why = link::parse_close_code(how.how.code);
    if (how.how.code == 0)
        return "The connection broke.";
    const std::string text = service::is_printable(how.how.text) ? how.how.text : "";
    if (why == link::close_reason::revoked)
        return "The service has revoked this desktop.";
    if (why == link::close_reason::replaced)
        return "Another thimbled has linked with this desktop's token.";
    return fmt::format("{} closed the link: {} {}.", how.ours ? "This end" : "The service",
                       how.how.code, text);
}

} // namespace

disconnect_reason failed_link(std::string problem)
{
    return {.how = ending::failed, .problem = std::move(problem)};
}

disconnect_reason refused_link(const websocket::refused& why)
{
    if (why.status == 401 || why.status == 403)
        return {.how = ending::refused,
                .problem = "The service does not know this desktop, or not any more."};
    if (why.status != 0)
        return failed_link(
            fmt::format("The service answered with status {} instead of a link.", why.status));
    return failed_link(fmt::format("The service did not open a link: {}.", why.reason));
}

disconnect_reason end_of(const websocket::message_pump::outcome& how)
{
    return {.how = ending_of(link::parse_close_code(how.how.code)), .problem = sentence_of(how)};
}

} // namespace thimble::daemon
