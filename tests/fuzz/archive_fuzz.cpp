// App packages: whatever comes is read or refused, within the limits. The first byte says how the
// rest is taken: as an archive, or as an archive's Info.plist, or as its executable.
#include "device/packages/app_package.hpp"
#include "device/packages/package_walk.hpp"
#include "device/plist/property_list.hpp"
#include "tests/fuzz/fuzz.hpp"

#include <algorithm>

namespace thimble::fuzz {

namespace {

namespace packages = device::packages;

packages::package_limits small_limits()
{
    packages::package_limits limits;
    limits.entries = 1000;
    limits.unpacked_bytes = 4U << 20U;
    limits.ratio_slack = 1U << 20U;
    return limits;
}

void read_archive(std::string_view archive)
{
    const auto limits = small_limits();
    std::uint64_t bytes = 0;
    std::size_t entries = 0;
    const auto visit = [&](const packages::package_entry& entry,
                           packages::entry_content& content) -> device::result<void> {
        require(++entries <= limits.entries, "there are no more entries than allowed");
        require(!entry.path.starts_with("/") && !entry.path.starts_with("../"),
                "no path leads out of the package");
        std::string block(1000, '\0');
        for (;;) {
            const auto count = content.read(block);
            if (!count)
                return std::unexpected(count.error());
            if (*count == 0)
                return {};
            bytes += *count;
            require(bytes <= limits.unpacked_bytes, "there are no more bytes than allowed");
        }
    };
    const auto walked = packages::walk_archive_in_memory(archive, limits, visit);
    require(walked || !walked.error().message.empty(), "a refusal says why");
    const auto app = packages::read_package_in_memory(archive, limits);
    require(!app || (walked && !app->bundle_id.empty()), "a package that is read was walked");
    require(app || !app.error().cause.empty(), "a refusal has a cause");
}

} // namespace

} // namespace thimble::fuzz

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    using namespace thimble;
    if (size == 0)
        return 0;
    const auto rest = fuzz::text_of(data + 1, size - 1);
    switch (data[0] % 3) {
    case 1: {
        const auto list = device::plist::parse_property_list(rest);
        fuzz::require(list || !list.error().empty(), "a refusal says why");
        break;
    }
    case 2: {
        const auto code = device::packages::read_executable(rest);
        fuzz::require(!code || !code->architectures.empty(), "an executable has a processor");
        break;
    }
    default:
        fuzz::read_archive(rest);
    }
    return 0;
}
