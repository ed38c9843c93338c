// iOS versions as lockdownd writes them.
#pragma once

#include <charconv>
#include <string_view>

namespace thimble::device {

/// 17 for "17.5.1"; 0 when it is not a version.
inline int major_version(std::string_view version)
{
    int major = 0;
    std::from_chars(version.data(), version.data() + version.size(), major);
    return major;
}

} // namespace thimble::device
