#include "device/failure.hpp"

namespace thimble::device {

std::string_view to_string(problem value)
{
    switch (value) {
    case problem::none:
        return "none";
    case problem::detached:
        return "detached";
    case problem::not_ready:
        return "not_ready";
    case problem::unsupported:
        return "unsupported";
    case problem::stale_frame:
        return "stale_frame";
    case problem::capture:
        return "capture";
    case problem::refused:
        return "refused";
    case problem::timed_out:
        return "timed_out";
    }
    return "unknown";
}

} // namespace thimble::device
