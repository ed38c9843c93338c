#include "service/sessions/status.hpp"

#include <utility>

namespace thimble::service::sessions {

std::string_view to_string(status value)
{
    switch (value) {
    case status::creating:
        return "creating";
    case status::running:
        return "running";
    case status::paused:
        return "paused";
    case status::waiting_for_user:
        return "waiting_for_user";
    case status::completed:
        return "completed";
    case status::failed:
        return "failed";
    case status::killed:
        return "killed";
    }
    std::unreachable();
}

std::optional<status> parse_status(std::string_view text)
{
    for (const auto each :
         {status::creating, status::running, status::paused, status::waiting_for_user,
          status::completed, status::failed, status::killed})
        if (to_string(each) == text)
            return each;
    return std::nullopt;
}

std::string_view to_string(control value)
{
    switch (value) {
    case control::pause:
        return "pause";
    case control::resume:
        return "resume";
    case control::message:
        return "message";
    case control::interrupt:
        return "interrupt";
    case control::stop:
        return "stop";
    }
    std::unreachable();
}

} // namespace thimble::service::sessions
