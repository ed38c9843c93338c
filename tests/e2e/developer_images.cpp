#include "tests/e2e/developer_images.hpp"

#include "tests/e2e/eventually.hpp"
#include "tests/test_failure.hpp"

#include <fstream>

namespace thimble::e2e {

namespace fs = std::filesystem;

namespace {

/// For an iPhone 15 Pro.
constexpr auto manifest =
    R"(<?xml version="1.0" encoding="UTF-8"?>
<plist version="1.0"><dict><key>BuildIdentities</key><array>
<dict><key>ApBoardID</key><string>0x04</string><key>ApChipID</key><string>0x8130</string>
<key>Manifest</key><dict>
<key>PersonalizedDMG</key><dict><key>Digest</key><data>IMAGE</data><key>Trusted</key><true/>
<key>Info</key><dict><key>Path</key><string>Image.dmg</string></dict></dict>
<key>LoadableTrustCache</key><dict><key>Digest</key><data>CACHE</data><key>Trusted</key><true/>
<key>Info</key><dict><key>Path</key><string>Image.dmg.trustcache</string>
<key>RestoreRequestRules</key><array>
<dict><key>Conditions</key><dict><key>ApRawProductionMode</key><true/></dict>
<key>Actions</key><dict><key>EPRO</key><true/><key>ESEC</key><true/></dict></dict>
</array></dict></dict>
</dict></dict>
</array></dict></plist>
)";

struct image_file {
    const char* content;
    const char* digest; // SHA-384 in base64
    const char* signature;
};

constexpr image_file usual_image{
    .content = "an image\n",
    .digest = "jaS9Wx9lIfld2A2yQu8VZUqxry8ZujXqGMC+o8H58ioocNZL8J54W86KXQa94iOs",
    .signature = "signature"};
constexpr image_file newer_image{
    .content = "a newer image\n",
    .digest = "Ny2c6A8hA0NutrCxjfSFipPz2ZPFX4hl6MmYRtyOVXPtRp2IHg+lKc/Vq16SiuvR",
    .signature = "newer signature"};

constexpr auto cache_content = "a trust cache\n";
constexpr auto cache_digest = "Zkvu8X4dLF11CTg+ER1/mmK0hhNG4B52TQutICQz9iGRE6wmpSvQ01JeE0vq6JT2";

std::string with(std::string text, const std::string& what, const std::string& by)
{
    const auto at = text.find(what);
    if (at == std::string::npos)
        fail_test("there is no " + what + " to replace");
    return text.replace(at, what.size(), by);
}

void write(const fs::path& file, const std::string& content)
{
    fs::create_directories(file.parent_path());
    std::ofstream(file, std::ios::binary) << content;
}

} // namespace

image_folder::image_folder(image_build which)
{
    const auto& image = which == image_build::newer ? newer_image : usual_image;
    const auto restore = directory_.path() / "iOS_DDI" / "Restore";
    write(restore / "Image.dmg", image.content);
    write(restore / "Image.dmg.trustcache", cache_content);
    write(restore / "BuildManifest.plist",
          with(with(manifest, "IMAGE", image.digest), "CACHE", cache_digest));
    for (const auto* version : {"15.8", "16.7"}) {
        write(directory_.path() / version / "DeveloperDiskImage.dmg", image.content);
        write(directory_.path() / version / "DeveloperDiskImage.dmg.signature", image.signature);
    }
}

signing_server::signing_server() : process_("thimble-tss", {"127.0.0.1:0"})
{
    if (!process_.prints("ready", 10s))
        fail_test("thimble-tss is not ready");
}

std::string signing_server::url() const
{
    const auto text = process_.output();
    const auto begin = text.find("tss ") + 4;
    const auto address = text.substr(begin, text.find('\n', begin) - begin);
    return "http://" + address + "/TSS/controller?action=2";
}

std::size_t signing_server::signatures() const
{
    const auto text = process_.output();
    std::size_t count = 0;
    for (auto at = text.find("signed"); at != std::string::npos; at = text.find("signed", at + 1))
        ++count;
    return count;
}

} // namespace thimble::e2e
