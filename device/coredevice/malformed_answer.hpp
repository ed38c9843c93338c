// A service has answered, but not with what is expected of it.
#pragma once

#include "device/failure.hpp"

#include <string>

namespace thimble::device::coredevice {

/// `what` names the service or what it did, as "the list of apps".
inline failure malformed_answer(const std::string& what)
{
    return {.what = problem::refused,
            .phone = reached::all,
            .message = "The phone's answer about " + what + " is not understood.",
            .cause = "malformed_answer"};
}

} // namespace thimble::device::coredevice
