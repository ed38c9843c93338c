#include "tests/device/packages/made_package.hpp"

#include <algorithm>
#include <archive.h>
#include <archive_entry.h>
#include <fstream>
#include <memory>
#include <stdexcept>
#include <string_view>

namespace thimble::tests {
namespace {

struct writer_freed {
    void operator()(archive* opened) const noexcept { archive_write_free(opened); }
};
struct entry_freed {
    void operator()(archive_entry* entry) const noexcept { archive_entry_free(entry); }
};

void write_entry(archive* to, const made_entry& from)
{
    const std::unique_ptr<archive_entry, entry_freed> entry(archive_entry_new());
    archive_entry_set_pathname(entry.get(), from.path.c_str());
    archive_entry_set_perm(entry.get(), from.is_folder ? 0755 : 0644);
    if (!from.link_target.empty()) {
        archive_entry_set_filetype(entry.get(), AE_IFLNK);
        archive_entry_set_symlink(entry.get(), from.link_target.c_str());
    } else {
        archive_entry_set_filetype(entry.get(), from.is_folder ? AE_IFDIR : AE_IFREG);
        archive_entry_set_size(entry.get(), static_cast<la_int64_t>(from.content.size()));
    }
    if (archive_write_header(to, entry.get()) != ARCHIVE_OK)
        throw std::runtime_error(archive_error_string(to));
    if (!from.content.empty())
        archive_write_data(to, from.content.data(), from.content.size());
}

void write_zeros(archive* to, const std::string& path, std::uint64_t count)
{
    const std::unique_ptr<archive_entry, entry_freed> entry(archive_entry_new());
    archive_entry_set_pathname(entry.get(), path.c_str());
    archive_entry_set_perm(entry.get(), 0644);
    archive_entry_set_filetype(entry.get(), AE_IFREG);
    archive_entry_set_size(entry.get(), static_cast<la_int64_t>(count));
    if (archive_write_header(to, entry.get()) != ARCHIVE_OK)
        throw std::runtime_error(archive_error_string(to));
    const std::string block(1U << 20U, '\0');
    for (std::uint64_t left = count; left > 0;) {
        const auto part = std::min<std::uint64_t>(left, block.size());
        if (archive_write_data(to, block.data(), static_cast<std::size_t>(part)) < 0)
            throw std::runtime_error(archive_error_string(to));
        left -= part;
    }
}

void add_little(std::string& to, std::uint32_t number)
{
    for (unsigned shift = 0; shift < 32; shift += 8)
        to += static_cast<char>((number >> shift) & 0xFFU);
}

void add_big(std::string& to, std::uint32_t number)
{
    for (unsigned shift = 32; shift > 0; shift -= 8)
        to += static_cast<char>((number >> (shift - 8)) & 0xFFU);
}

std::string info_of(const made_app& app)
{
    std::string families;
    for (const int each : app.families)
        families += "<integer>" + std::to_string(each) + "</integer>";
    const auto text = [](std::string_view key, const std::string& value) {
        return "<key>" + std::string(key) + "</key><string>" + value + "</string>";
    };
    return "<?xml version=\"1.0\" encoding=\"UTF-8\"?><plist version=\"1.0\"><dict>" +
           text("CFBundleIdentifier", app.bundle_id) + text("CFBundleName", app.executable) +
           text("CFBundleExecutable", app.executable) + text("CFBundleShortVersionString", "1.0") +
           text("CFBundleVersion", "42") + text("MinimumOSVersion", app.minimum_os) +
           text("DTPlatformName", app.platform) + "<key>UIDeviceFamily</key><array>" + families +
           "</array></dict></plist>";
}

} // namespace

std::string zip_of(const std::vector<made_entry>& entries)
{
    return zip_with_zeros(entries, {}, 0);
}

std::string
zip_with_zeros(const std::vector<made_entry>& entries, const std::string& path, std::uint64_t zeros)
{
    std::size_t room = (64U << 10U) + static_cast<std::size_t>(zeros / 500);
    for (const auto& each : entries)
        room += each.content.size() + (3 * each.path.size()) + 1024;
    std::string content(room, '\0');
    std::size_t used = 0;
    {
        const std::unique_ptr<archive, writer_freed> to(archive_write_new());
        archive_write_set_format_zip(to.get());
        if (archive_write_open_memory(to.get(), content.data(), content.size(), &used) !=
            ARCHIVE_OK)
            throw std::runtime_error("no archive can be written");
        for (const auto& each : entries)
            write_entry(to.get(), each);
        if (zeros > 0)
            write_zeros(to.get(), path, zeros);
        archive_write_close(to.get());
    }
    content.resize(used);
    return content;
}

void write_entries(const std::vector<made_entry>& entries, const std::filesystem::path& below)
{
    for (const auto& each : entries) {
        const auto place = below / each.path;
        std::filesystem::create_directories(each.is_folder ? place : place.parent_path());
        if (!each.link_target.empty())
            std::filesystem::create_symlink(each.link_target, place);
        else if (!each.is_folder)
            std::ofstream(place, std::ios::binary) << each.content;
    }
}

std::string made_executable(std::uint32_t processor, std::uint32_t platform)
{
    constexpr std::uint32_t build_version = 0x32;
    constexpr std::uint32_t executable_file = 2;
    std::string code;
    for (const auto number : {0xFEEDFACFU, processor, 0U, executable_file, 2U, 40U, 0U, 0U})
        add_little(code, number);
    for (const auto number : {0x1BU, 16U, 0U, 0U}) // a command that is of no interest
        add_little(code, number);
    for (const auto number : {build_version, 24U, platform, 0x000F0000U, 0x00120000U, 0U})
        add_little(code, number);
    return code;
}

std::string made_slices(const std::vector<std::uint32_t>& processors, std::uint32_t platform)
{
    std::vector<made_slice> slices;
    for (const auto each : processors)
        slices.push_back({.processor = each, .platform = platform});
    return slices_of(slices);
}

std::string slices_of(const std::vector<made_slice>& slices, bool wide)
{
    constexpr std::uint32_t page = 16384;
    constexpr std::uint32_t alignment = 14; // 2 to the power of it is a page
    std::string file;
    add_big(file, wide ? 0xCAFEBABF : 0xCAFEBABE);
    add_big(file, static_cast<std::uint32_t>(slices.size()));
    std::uint32_t offset = page;
    for (const auto& [processor, platform] : slices) {
        const auto size = static_cast<std::uint32_t>(made_executable(processor, platform).size());
        const auto row =
            wide ? std::vector<std::uint32_t>{processor, 0, 0, offset, 0, size, alignment, 0}
                 : std::vector<std::uint32_t>{processor, 0, offset, size, alignment};
        for (const auto number : row)
            add_big(file, number);
        offset += page;
    }
    for (const auto& [processor, platform] : slices) {
        file.resize((file.size() + page - 1) / page * page);
        file += made_executable(processor, platform);
    }
    return file;
}

std::vector<made_entry> entries_of(const made_app& app)
{
    std::vector<made_entry> entries;
    const auto add = [&](const std::string& path, std::string content) {
        entries.push_back({.path = app.root + "/" + path,
                           .content = std::move(content),
                           .link_target = {},
                           .is_folder = false});
    };
    entries.push_back(
        {.path = app.root + "/", .content = {}, .link_target = {}, .is_folder = true});
    add("Info.plist", info_of(app));
    if (!app.code.empty())
        add(app.executable, app.code);
    add("Assets.car", std::string(1000, 'a'));
    if (!app.profile.empty())
        add("embedded.mobileprovision", app.profile);
    if (app.is_signed)
        add("_CodeSignature/CodeResources", "<plist/>");
    if (app.embeds_xctest)
        add("Frameworks/XCTest.framework/XCTest", made_executable());
    if (!app.runner_version.empty())
        add("PlugIns/WebDriverAgentRunner.xctest/Frameworks/WebDriverAgentLib.framework/Info.plist",
            "<plist version=\"1.0\"><dict><key>CFBundleShortVersionString</key><string>" +
                app.runner_version + "</string></dict></plist>");
    return entries;
}

} // namespace thimble::tests
