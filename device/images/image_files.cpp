#include "device/images/image_files.hpp"

#include "device/os_version.hpp"
#include "text/ascii.hpp"

#include <algorithm>
#include <iterator>
#include <string_view>
#include <system_error>

namespace thimble::device::images {
namespace {

namespace fs = std::filesystem;

constexpr int first_ios_with_signed_images = 17;
constexpr std::size_t most_folders = 1000; // looked into

bool is_file(const fs::path& where)
{
    std::error_code failed;
    return fs::is_regular_file(where, failed);
}

/// "16.4" of "16.4", "16.4.1" and "16.4 (20E247)".
std::string short_version(std::string_view text)
{
    std::size_t end = 0;
    int dots = 0;
    while (end < text.size() && (service::is_digit(text[end]) || text[end] == '.')) {
        if (text[end] == '.' && ++dots == 2)
            break;
        ++end;
    }
    return dots == 0 ? std::string() : std::string(text.substr(0, end));
}

void add_image_in(const fs::path& folder, std::vector<image_files>& to)
{
    for (const auto& place : {folder, folder / "Restore"})
        if (is_file(place / "BuildManifest.plist"))
            return to.push_back({.version = {},
                                 .image = {},
                                 .signature = {},
                                 .manifest = place / "BuildManifest.plist"});
    const auto image = folder / "DeveloperDiskImage.dmg";
    auto signature = image;
    signature += ".signature";
    const auto version = short_version(folder.filename().string());
    if (!version.empty() && is_file(image) && is_file(signature))
        to.push_back({.version = version, .image = image, .signature = signature, .manifest = {}});
}

std::vector<fs::path> folders_in(const fs::path& folder)
{
    std::vector<fs::path> found;
    std::error_code failed;
    for (fs::directory_iterator each(folder, failed), end;
         !failed && each != end && found.size() < most_folders; each.increment(failed)) {
        std::error_code unknown;
        if (each->is_directory(unknown))
            found.push_back(each->path());
    }
    std::ranges::sort(found);
    return found;
}

} // namespace

std::vector<image_files> find_images(const std::vector<fs::path>& folders)
{
    std::vector<image_files> found;
    for (const auto& folder : folders) {
        const auto before = found.size();
        add_image_in(folder, found);
        if (found.size() != before)
            continue;
        for (const auto& each : folders_in(folder))
            add_image_in(each, found);
    }
    return found;
}

std::vector<image_files> choose_images(const std::vector<image_files>& all,
                                       const std::string& os_version)
{
    const bool is_signed = major_version(os_version) >= first_ios_with_signed_images;
    const auto wanted = is_signed ? std::string() : short_version(os_version);
    std::vector<image_files> chosen;
    if (!is_signed && wanted.empty())
        return chosen;
    std::ranges::copy_if(all, std::back_inserter(chosen),
                         [&](const image_files& each) { return each.version == wanted; });
    return chosen;
}

} // namespace thimble::device::images
