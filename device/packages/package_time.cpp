#include "device/packages/package_time.hpp"

#include <algorithm>
#include <chrono>
#include <system_error>

namespace thimble::device::packages {
namespace {

// The epoch of the file system's clock differs between C++ libraries.
std::optional<std::int64_t> time_of_change(const std::filesystem::path& file)
{
    using file_clock = std::filesystem::file_time_type::clock;
    std::error_code failed;
    const auto time = std::filesystem::last_write_time(file, failed);
    if (failed)
        return std::nullopt;
    return std::chrono::duration_cast<std::chrono::nanoseconds>(
               file_clock::to_sys(time).time_since_epoch())
        .count();
}

} // namespace

std::optional<std::int64_t> package_time(const std::filesystem::path& package)
{
    std::error_code failed;
    if (!std::filesystem::is_directory(package, failed))
        return time_of_change(package);
    const auto info = time_of_change(package / "Info.plist");
    const auto signature = time_of_change(package / "_CodeSignature" / "CodeResources");
    return info && signature ? std::max(info, signature) : info;
}

} // namespace thimble::device::packages
