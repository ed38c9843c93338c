#include "virtualphone/packages/bundle_files.hpp"

#include <algorithm>
#include <archive.h>
#include <archive_entry.h>
#include <memory>

namespace thimble::virtualphone::packages {
namespace {

constexpr std::size_t largest_file = 1U << 20U;        // bytes, of those that are read whole
constexpr std::size_t kept_of_executable = 64U << 10U; // bytes
constexpr std::size_t most_candidates = 64;            // files in the app's own folder
constexpr std::size_t most_entries = 20'000;           // of an archive
constexpr std::uint64_t most_unpacked = 256U << 20U;   // bytes; nothing else goes on meanwhile
constexpr std::size_t unpacked_at_once = 64U << 10U;

refusal extraction_failed(std::string description)
{
    return {.error = "PackageExtractionFailed", .description = std::move(description)};
}

refusal inspection_failed(std::string description)
{
    return {.error = "PackageInspectionFailed", .description = std::move(description)};
}

/// Bytes of a file's beginning that matter.
std::size_t wanted_bytes(std::string_view inside)
{
    if (inside == "Info.plist" || inside == "embedded.mobileprovision")
        return largest_file;
    return inside.find('/') == std::string_view::npos ? kept_of_executable : 0;
}

void keep(bundle_files& to, std::string_view inside, plist::bytes content)
{
    if (inside == "_CodeSignature/CodeResources")
        to.is_signed = true;
    else if (inside == "Info.plist")
        to.info = std::move(content);
    else if (inside == "embedded.mobileprovision")
        to.profile = std::move(content);
    else if (wanted_bytes(inside) > 0 && to.executables.size() < most_candidates)
        to.executables[std::string(inside)] = std::move(content);
}

std::expected<bundle_files, refusal> read_folder(const file_tree& files, std::string_view path)
{
    bundle_files found;
    const auto root = file_tree::normal(path).value_or("");
    for (const auto& each : files.paths_below(root)) {
        const auto* const file = files.find(each);
        if (file == nullptr || file->kind != file_kind::file)
            continue;
        const auto inside = std::string_view(each).substr(root.size() + 1);
        const auto size = std::min(file->content.size(), wanted_bytes(inside));
        keep(found, inside,
             {file->content.begin(), file->content.begin() + static_cast<std::ptrdiff_t>(size)});
    }
    return found;
}

struct unzip_ended {
    void operator()(archive* opened) const noexcept { archive_read_free(opened); }
};
using unzip = std::unique_ptr<archive, unzip_ended>;

/// Unpacks the whole entry, as a phone would, and keeps its beginning.
class unpacking {
public:
    explicit unpacking(archive* from) : from_(from) {}

    std::expected<plist::bytes, refusal> entry(std::size_t wanted)
    {
        plist::bytes kept;
        plist::bytes part(unpacked_at_once);
        for (;;) {
            const auto count = archive_read_data(from_, part.data(), part.size());
            if (count < 0)
                return std::unexpected(extraction_failed("The archive is damaged."));
            if (count == 0)
                return kept;
            total_ += static_cast<std::uint64_t>(count);
            if (total_ > most_unpacked)
                return std::unexpected(extraction_failed("No space left on device."));
            const auto more =
                std::min(static_cast<std::size_t>(count), wanted - std::min(wanted, kept.size()));
            kept.insert(kept.end(), part.begin(), part.begin() + static_cast<std::ptrdiff_t>(more));
        }
    }

private:
    archive* from_;
    std::uint64_t total_ = 0;
};

/// "Payload/X.app", empty for what lies elsewhere.
std::string_view bundle_root(std::string_view path)
{
    constexpr std::string_view payload = "Payload/";
    if (!path.starts_with(payload))
        return {};
    const auto root = path.substr(0, path.find('/', payload.size()));
    return root.ends_with(".app") ? root : std::string_view();
}

/// Entries are stored or deflated.
bool is_known_method(archive* from)
{
    const char* const name = archive_format_name(from); // "ZIP 2.0 (deflation)"
    const std::string_view format = name == nullptr ? "" : name;
    return format.ends_with("(uncompressed)") || format.ends_with("(deflation)");
}

std::expected<bundle_files, refusal> read_entries(archive* from)
{
    bundle_files found;
    std::string root;
    unpacking contents(from);
    for (std::size_t entries = 0;; ++entries) {
        archive_entry* entry = nullptr;
        const int read = archive_read_next_header(from, &entry);
        if (read == ARCHIVE_EOF)
            break;
        if ((read != ARCHIVE_OK && read != ARCHIVE_WARN) || entries > most_entries)
            return std::unexpected(extraction_failed("The archive is damaged."));
        if (!is_known_method(from))
            return std::unexpected(extraction_failed("The compression method is unknown."));
        const char* const name = archive_entry_pathname(entry);
        const std::string path = name == nullptr ? "" : name; // not ASCII, as none that matters is
        const auto in = bundle_root(path);
        if (!in.empty() && root.empty())
            root = in;
        if (!in.empty() && in != root)
            return std::unexpected(inspection_failed("The archive has several apps."));
        const bool inside = !in.empty() && path.size() > root.size() + 1;
        const auto relative = inside ? path.substr(root.size() + 1) : std::string();
        if (archive_entry_filetype(entry) != AE_IFREG)
            continue;
        auto content = contents.entry(inside ? wanted_bytes(relative) : 0);
        if (!content)
            return std::unexpected(content.error());
        if (inside)
            keep(found, relative, std::move(*content));
    }
    if (root.empty())
        return std::unexpected(inspection_failed("The archive has no app in Payload."));
    return found;
}

std::expected<bundle_files, refusal> read_archive(const plist::bytes& content)
{
    const unzip from(archive_read_new());
    if (!from || archive_read_support_format_zip_seekable(from.get()) != ARCHIVE_OK ||
        archive_read_open_memory(from.get(), content.data(), content.size()) != ARCHIVE_OK)
        return std::unexpected(extraction_failed("The package is no archive."));
    return read_entries(from.get());
}

} // namespace

std::expected<bundle_files, refusal> read_bundle_files(const file_tree& files,
                                                       std::string_view path)
{
    const auto* const package = files.find(path);
    if (package == nullptr || file_tree::normal(path) == "") // the root is no package
        return std::unexpected(inspection_failed("There is no package at this path."));
    auto found = package->kind == file_kind::folder ? read_folder(files, path)
                                                    : read_archive(package->content);
    if (found && found->info.empty())
        return std::unexpected(inspection_failed("The app has no Info.plist."));
    return found;
}

} // namespace thimble::virtualphone::packages
