// From which iOS on a phone has what.
#pragma once

#include "virtualphone/phone/phone.hpp"

#include <charconv>
#include <string_view>

namespace thimble::virtualphone::coredevice {

inline constexpr int first_with_stream = 27; // and with lists of apps and displays that are pushed

inline int major_version(const phone& device)
{
    const std::string_view version = device.os.ios().version;
    int major = 0;
    std::from_chars(version.data(), version.data() + version.size(), major);
    return major;
}

} // namespace thimble::virtualphone::coredevice
