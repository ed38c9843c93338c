// Developer images on this computer's disk.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace thimble::device::images {

/// iOS 17 and later take one image for all, which is signed for each phone; earlier ones take the
/// one that was made for their version.
struct image_files {
    std::string version;                       // "16.4"; empty: signed for each phone
    std::filesystem::path image;               // of a plain one
    std::filesystem::path signature;           // likewise
    std::filesystem::path manifest;            // BuildManifest.plist of one to be signed
    const std::filesystem::path& place() const // for a person
    {
        return version.empty() ? manifest : image;
    }

    friend bool operator==(const image_files&, const image_files&) = default;
};

/// All that lie in these folders and in the folders there. A folder is one of an image to be signed
/// where it holds BuildManifest.plist, itself or in `Restore`; of a plain one where its name is a
/// version and it holds DeveloperDiskImage.dmg with its signature.
std::vector<image_files> find_images(const std::vector<std::filesystem::path>& folders);

/// Those for a phone with this iOS. Of several to be signed, not every one is for every model.
std::vector<image_files> choose_images(const std::vector<image_files>& all,
                                       const std::string& os_version);

} // namespace thimble::device::images
