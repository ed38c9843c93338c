// Choice of the developer image for a phone.
#include "device/images/image_files.hpp"
#include "tests/catch2.hpp"
#include "tests/e2e/temporary_directory.hpp"

#include <fstream>

namespace thimble::tests {
namespace {

namespace fs = std::filesystem;
using device::images::choose_images;
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
    REQUIRE(choose_images(found, "16.4.1").size() == 1);
    CHECK(choose_images(found, "16.4.1")[0].image == root / "16.4" / "DeveloperDiskImage.dmg");
    REQUIRE(choose_images(found, "15.7").size() == 1);
    CHECK(choose_images(found, "15.7")[0].version == "15.7");
    CHECK(choose_images(found, "14.5").empty());
    CHECK(choose_images(found, "16.7").empty());
    for (const auto* later : {"17.5", "18.5", "26", "27.0.1"}) {
        const auto chosen = choose_images(found, later);
        REQUIRE(chosen.size() == 1);
        CHECK(chosen[0].manifest == root / "iOS_DDI" / "Restore" / "BuildManifest.plist");
    }
    write(root / "other_DDI" / "BuildManifest.plist");
    CHECK(choose_images(find_images({root}), "18.5").size() == 2);
    CHECK(find_images({root / "iOS_DDI"}).size() == 1);
    CHECK(find_images({root / "16.4"}).size() == 1);
}

} // namespace thimble::tests
