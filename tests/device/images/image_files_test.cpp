// Choice of the developer image for a phone.
#include "device/images/image_files.hpp"
#include "tests/catch2.hpp"
#include "tests/e2e/temporary_directory.hpp"

#include <fstream>

namespace thimble::tests {
namespace {

namespace fs = std::filesystem;
using device::images::choose_image;
using device::images::find_images;

void write(const fs::path& file)
{
    fs::create_directories(file.parent_path());
    std::ofstream(file) << "content";
}

} // namespace

TEST_CASE("images are found in a folder and in the folders there", "[images]")
{
    const e2e::temporary_directory all;
    const auto& root = all.path();
    write(root / "16.4" / "DeveloperDiskImage.dmg");
    write(root / "16.4" / "DeveloperDiskImage.dmg.signature");
    write(root / "15.7 (19H12)" / "DeveloperDiskImage.dmg");
    write(root / "15.7 (19H12)" / "DeveloperDiskImage.dmg.signature");
    write(root / "14.5" / "DeveloperDiskImage.dmg"); // without its signature
    write(root / "iOS_DDI" / "Restore" / "BuildManifest.plist");
    const auto found = find_images({root, root / "nowhere"});
    REQUIRE(found.size() == 3);
    CHECK(choose_image(found, "16.4.1")->image == root / "16.4" / "DeveloperDiskImage.dmg");
    CHECK(choose_image(found, "15.7")->version == "15.7");
    CHECK_FALSE(choose_image(found, "14.5"));
    CHECK_FALSE(choose_image(found, "16.7"));
    for (const auto* later : {"17.5", "18.5", "26", "27.0.1"}) {
        const auto chosen = choose_image(found, later);
        REQUIRE(chosen);
        CHECK(chosen->manifest == root / "iOS_DDI" / "Restore" / "BuildManifest.plist");
    }
    CHECK(find_images({root / "iOS_DDI"}).size() == 1);
    CHECK(find_images({root / "16.4"}).size() == 1);
}

} // namespace thimble::tests
