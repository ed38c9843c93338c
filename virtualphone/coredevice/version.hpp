// From which iOS on a phone has what.
#pragma once

#include "virtualphone/phone/phone.hpp"

namespace thimble::virtualphone::coredevice {

inline constexpr int first_with_stream = 27; // and with lists of apps and displays that are pushed

inline int major_version(const phone& device)
{
    return major_release(device.os.ios());
}

} // namespace thimble::virtualphone::coredevice
