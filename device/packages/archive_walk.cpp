#include "device/packages/archive_walk.hpp"

#include "device/packages/zip_directory.hpp"
#include "text/printable_text.hpp"

#include <algorithm>
#include <archive.h>
#include <archive_entry.h>
#include <fstream>
#include <locale.h>
#include <memory>
#include <string_view>
#if defined(__APPLE__)
#include <xlocale.h>
#endif

namespace thimble::device::packages {
namespace {

struct archive_freed {
    void operator()(archive* opened) const noexcept { archive_read_free(opened); }
};
using archive_reader = std::unique_ptr<archive, archive_freed>;

/// libarchive hands names out in the locale's encoding, and drops those that have no place in it. A
/// program that has not chosen a locale has one of ASCII alone. For this thread, as long as it
/// lives.
class names_in_utf8 {
public:
    names_in_utf8()
    {
        for (const auto* name : {"C.UTF-8", "en_US.UTF-8", "UTF-8"})
            if (chosen_ == locale_t{})
                chosen_ = newlocale(LC_CTYPE_MASK, name, locale_t{});
        if (chosen_ != locale_t{})
            before_ = uselocale(chosen_);
    }
    names_in_utf8(const names_in_utf8&) = delete;
    names_in_utf8& operator=(const names_in_utf8&) = delete;
    ~names_in_utf8()
    {
        if (chosen_ == locale_t{})
            return;
        uselocale(before_);
        freelocale(chosen_);
    }

private:
    locale_t chosen_{};
    locale_t before_{};
};

/// Entries are those that the archive's directory at its end lists. Their names are read from the
/// headers in front of their content: check_zip_directory has compared the two.
archive_reader new_reader()
{
    archive_reader reader(archive_read_new());
    if (!reader || archive_read_support_format_zip_seekable(reader.get()) != ARCHIVE_OK)
        return nullptr;
    // Else macOS hides the entries below __MACOSX, and changes others by them.
    archive_read_set_format_option(reader.get(), "zip", "mac-ext", nullptr);
    return reader;
}

failure damaged(archive* reader, const std::string& subject)
{
    const auto* const reason = archive_error_string(reader);
    return package_failure(
        "package_damaged",
        subject + " is damaged" +
            (reason == nullptr ? std::string() : " (" + service::printable(reason) + ")") +
            ". Nothing was sent; copy or build it anew.");
}

class archived_content final : public entry_content {
public:
    archived_content(archive* reader, unpacked_bytes& total) : reader_(reader), total_(total) {}

    result<std::size_t> read(std::span<char> to) override
    {
        const auto count = archive_read_data(reader_, to.data(), to.size());
        if (count < 0)
            return std::unexpected(damaged(reader_, "The package"));
        const auto bytes = static_cast<std::size_t>(count);
        if (auto fits = total_.add(bytes); !fits)
            return std::unexpected(fits.error());
        return bytes;
    }

private:
    archive* reader_;
    unpacked_bytes& total_;
};

std::string name_of(archive_entry* entry)
{
    const char* name = archive_entry_pathname_utf8(entry);
    if (name == nullptr)
        name = archive_entry_pathname(entry); // refused later where it is no UTF-8
    std::string path = name == nullptr ? "" : name;
    if (path.ends_with('/') && path.size() > 1)
        path.pop_back();
    return path;
}

result<package_entry> archived_entry(archive_entry* from)
{
    package_entry entry{.path = name_of(from), .kind = entry_kind::file, .link_target = {}};
    if (archive_entry_is_encrypted(from) != 0)
        return std::unexpected(
            package_failure("package_unreadable", "The package is encrypted. Nothing was sent."));
    if (archive_entry_hardlink(from) != nullptr)
        return std::unexpected(
            package_failure("package_link", "The package has hard links, as no app has."));
    switch (archive_entry_filetype(from)) {
    case AE_IFREG:
        entry.kind = entry_kind::file;
        return entry;
    case AE_IFDIR:
        entry.kind = entry_kind::folder;
        return entry;
    case AE_IFLNK: {
        const char* target = archive_entry_symlink_utf8(from);
        if (target == nullptr)
            target = archive_entry_symlink(from);
        entry.kind = entry_kind::link;
        entry.link_target = target == nullptr ? "" : target;
        return entry;
    }
    default:
        return std::unexpected(package_failure("package_path",
                                               "The package has an entry that is neither a file "
                                               "nor a folder. Nothing was sent."));
    }
}

/// True where the entry is packed by a method that phones unpack. libarchive has decoders for
/// others as well, which reserve as much memory as the entry asks for.
bool is_unpacked_by_phones(archive* reader)
{
    const char* const name = archive_format_name(reader); // "ZIP 2.0 (deflation)"
    const std::string_view format = name == nullptr ? "" : name;
    return format.ends_with("(uncompressed)") || format.ends_with("(deflation)");
}

/// `all`: bytes that the entries unpack to by the directory.
result<void> visit_all(archive* reader,
                       std::uint64_t packed,
                       std::uint64_t all,
                       const package_limits& limits,
                       const entry_visitor& visit)
{
    const names_in_utf8 while_reading;
    entry_rules rules(limits);
    unpacked_bytes total(limits, std::max<std::uint64_t>(packed, 1));
    total.expect(all);
    for (;;) {
        archive_entry* header = nullptr;
        const int read = archive_read_next_header(reader, &header);
        if (read == ARCHIVE_EOF)
            return {};
        if (read != ARCHIVE_OK && read != ARCHIVE_WARN)
            return std::unexpected(damaged(reader, "The package"));
        const auto entry = archived_entry(header);
        if (!entry)
            return std::unexpected(entry.error());
        if (!is_unpacked_by_phones(reader))
            return std::unexpected(
                package_failure("package_unreadable",
                                "The package is packed by a method that phones do not unpack. "
                                "Nothing was sent; pack it with Deflate."));
        if (auto fits = rules.admit(entry->path, entry->kind, entry->link_target); !fits)
            return fits;
        if (auto wanted = total.add(0); !wanted)
            return wanted;
        archived_content content(reader, total);
        if (auto visited = visit_whole(*entry, content, visit); !visited)
            return visited;
    }
}

std::string beginning_of(const std::filesystem::path& file)
{
    std::string mark(4, '\0');
    std::ifstream from(file, std::ios::binary);
    from.read(mark.data(), static_cast<std::streamsize>(mark.size()));
    return mark;
}

/// `beginning`: of the file. One that begins as an archive and ends too soon has come only in part.
failure no_archive(const std::string& name, std::string_view beginning)
{
    if (beginning.starts_with("PK\x03\x04"))
        return package_failure("package_damaged",
                               name + " breaks off: the end of the archive is missing. Fetch or "
                                      "pack it again; nothing was sent.");
    return package_failure("package_unreadable",
                           name + " is no zip archive. Name an .ipa file, a zip archive with one "
                                  "app in it, or a folder that ends in .app.");
}

} // namespace

result<void> walk_archive(const std::filesystem::path& archive,
                          const package_limits& limits,
                          const entry_visitor& visit)
{
    std::error_code failed;
    const auto size = std::filesystem::file_size(archive, failed);
    std::ifstream from(archive, std::ios::binary);
    const auto bytes = [&](std::uint64_t at, std::span<char> to) {
        from.seekg(static_cast<std::streamoff>(at));
        from.read(to.data(), static_cast<std::streamsize>(to.size()));
        return from.good();
    };
    const auto all = check_zip_directory(bytes, failed ? 0 : size, limits);
    if (!all)
        return std::unexpected(all.error());
    const auto reader = new_reader();
    if (failed || !reader ||
        archive_read_open_filename(reader.get(), archive.c_str(), block_bytes) != ARCHIVE_OK)
        return std::unexpected(
            no_archive(service::printable(archive.string()), beginning_of(archive)));
    return visit_all(reader.get(), size, *all, limits, visit);
}

result<void> walk_archive_in_memory(std::string_view archive,
                                    const package_limits& limits,
                                    const entry_visitor& visit)
{
    const auto bytes = [&](std::uint64_t at, std::span<char> to) {
        return archive.copy(to.data(), to.size(), static_cast<std::size_t>(at)) == to.size();
    };
    const auto all = check_zip_directory(bytes, archive.size(), limits);
    if (!all)
        return std::unexpected(all.error());
    const auto reader = new_reader();
    if (!reader ||
        archive_read_open_memory(reader.get(), archive.data(), archive.size()) != ARCHIVE_OK)
        return std::unexpected(no_archive("The package", archive));
    return visit_all(reader.get(), archive.size(), *all, limits, visit);
}

} // namespace thimble::device::packages
