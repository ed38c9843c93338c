// The tunnel and the folder above it can be built and fuzzed without a phone's libraries.
#include "tests/catch2.hpp"
#include "tests/structure/source_file.hpp"

namespace thimble::structure {

TEST_CASE("what is said above the tunnel sees no driver and no library for phones", "[structure]")
{
    std::size_t looked_at = 0;
    for (const auto& source : sources_of({"device"})) {
        if (source.path.parent_path() != std::filesystem::path("device/coredevice"))
            continue;
        ++looked_at;
        for (const auto& [target, quoted] : source.includes) {
            INFO(source.path.string() << " includes " << target);
            CHECK_FALSE(target.starts_with("libimobiledevice/"));
            CHECK_FALSE(target.starts_with("plist/"));
            CHECK((!quoted || target.starts_with("device/coredevice/") ||
                   target.starts_with("async/") || target == "device/failure.hpp" ||
                   target == "device/text_limit.hpp"));
        }
    }
    CHECK(looked_at > 20);
}

TEST_CASE("the tunnel sees no driver, no library for phones and nothing of what it carries",
          "[structure]")
{
    std::size_t looked_at = 0;
    for (const auto& source : sources_of({"device"})) {
        if (source.path.parent_path() != std::filesystem::path("device/tunnel"))
            continue;
        ++looked_at;
        for (const auto& [target, quoted] : source.includes) {
            INFO(source.path.string() << " includes " << target);
            CHECK_FALSE(target.starts_with("libimobiledevice/"));
            CHECK_FALSE(target.starts_with("plist/"));
            CHECK((!quoted || target.starts_with("device/tunnel/") ||
                   target.starts_with("async/") || target == "device/coredevice/byte_stream.hpp" ||
                   target == "device/failure.hpp"));
        }
    }
    CHECK(looked_at > 20);
}

} // namespace thimble::structure
