// The moment at which a package on this computer was changed last.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>

namespace thimble::device::packages {

/// Nanoseconds since 1970, as far as the file system tells them. Of a folder, those of its
/// Info.plist or its signature, whichever is newer. Nothing where it is not there.
std::optional<std::int64_t> package_time(const std::filesystem::path& package);

} // namespace thimble::device::packages
