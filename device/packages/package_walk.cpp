#include "device/packages/package_walk.hpp"

#include "device/packages/archive_walk.hpp"
#include "text/printable_text.hpp"

#include <fstream>
#include <system_error>
#include <vector>

namespace thimble::device::packages {
namespace {

namespace fs = std::filesystem;

class file_content final : public entry_content {
public:
    file_content(fs::path file, unpacked_bytes& total) : path_(std::move(file)), total_(total) {}

    result<std::size_t> read(std::span<char> to) override
    {
        if (!opened_)
            from_.open(path_, std::ios::binary);
        opened_ = true;
        from_.read(to.data(), static_cast<std::streamsize>(to.size()));
        if (from_.bad() || !from_.is_open())
            return std::unexpected(
                package_failure("package_damaged", service::printable(path_.string()) +
                                                       " of the app cannot be read."));
        const auto count = static_cast<std::size_t>(from_.gcount());
        if (auto fits = total_.add(count); !fits)
            return std::unexpected(fits.error());
        return count;
    }

private:
    fs::path path_;
    std::ifstream from_;
    bool opened_ = false;
    unpacked_bytes& total_;
};

/// For links and folders.
class no_content final : public entry_content {
public:
    result<std::size_t> read(std::span<char> /*to*/) override { return std::size_t{0}; }
};

result<package_entry> entry_of(const fs::directory_entry& found, std::string path)
{
    std::error_code failed;
    const auto status = found.symlink_status(failed);
    package_entry entry{.path = std::move(path), .kind = entry_kind::file, .link_target = {}};
    if (!failed && fs::is_symlink(status)) {
        entry.kind = entry_kind::link;
        entry.link_target = fs::read_symlink(found.path(), failed).string();
    } else if (!failed && fs::is_directory(status)) {
        entry.kind = entry_kind::folder;
    }
    const bool known = fs::is_regular_file(status) || fs::is_symlink(status) ||
                       fs::is_directory(status); // no socket, no device
    if (failed || !known)
        return std::unexpected(
            package_failure("package_path", service::printable(entry.path) +
                                                " of the app is neither a file nor a folder."));
    return entry;
}

class folder_walk {
public:
    folder_walk(const package_limits& limits, const entry_visitor& visit)
        : most_entries_(limits.entries), rules_(limits), bytes_(limits, 0), visit_(visit)
    {
    }

    result<void> run(const fs::path& app)
    {
        bytes_.expect(bytes_of(app));
        const auto name = app.filename().string();
        if (auto fits = rules_.admit(name, entry_kind::folder, {}); !fits)
            return fits;
        std::error_code failed;
        for (fs::recursive_directory_iterator each(app, failed), end; !failed && each != end;
             each.increment(failed)) {
            const auto inside = each->path().lexically_relative(app).generic_string();
            if (auto visited = visit_one(*each, name + '/' + inside); !visited)
                return visited;
        }
        if (failed)
            return std::unexpected(package_failure(
                "package_unreadable",
                service::printable(app.string()) + " cannot be read: " + failed.message() + "."));
        return {};
    }

private:
    /// Of its files, as far as they can be seen now; the walk itself tells what is wrong with them.
    std::uint64_t bytes_of(const fs::path& app) const
    {
        std::uint64_t all = 0;
        std::size_t entries = 0;
        std::error_code failed;
        for (fs::recursive_directory_iterator each(app, failed), end;
             !failed && each != end && ++entries <= most_entries_; each.increment(failed)) {
            std::error_code unknown;
            if (each->is_symlink(unknown) || !each->is_regular_file(unknown))
                continue;
            const auto size = each->file_size(unknown);
            all += unknown ? 0 : size;
        }
        return all;
    }

    result<void> visit_one(const fs::directory_entry& found, std::string path)
    {
        const auto entry = entry_of(found, std::move(path));
        if (!entry)
            return std::unexpected(entry.error());
        if (auto fits = rules_.admit(entry->path, entry->kind, entry->link_target); !fits)
            return fits;
        if (auto wanted = bytes_.add(0); !wanted)
            return wanted;
        file_content content(found.path(), bytes_);
        return visit_whole(*entry, content, visit_);
    }

    std::size_t most_entries_;
    entry_rules rules_;
    unpacked_bytes bytes_;
    const entry_visitor& visit_;
};

failure cannot_read(const fs::path& package, std::string cause, const std::string& reason)
{
    return package_failure(std::move(cause), service::printable(package.string()) + " " + reason);
}

} // namespace

result<void>
visit_whole(const package_entry& entry, entry_content& content, const entry_visitor& visit)
{
    if (entry.kind != entry_kind::file) {
        no_content nothing;
        return visit(entry, nothing);
    }
    if (auto visited = visit(entry, content); !visited)
        return visited;
    std::vector<char> block(block_bytes);
    for (;;) {
        const auto count = content.read(block);
        if (!count)
            return std::unexpected(count.error());
        if (*count == 0)
            return {};
    }
}

result<void>
walk_package(const fs::path& package, const package_limits& limits, const entry_visitor& visit)
{
    std::error_code failed;
    const auto status = fs::status(package, failed);
    if (failed || !fs::exists(status))
        return std::unexpected(cannot_read(package, "package_missing", "does not exist."));
    if (fs::is_regular_file(status))
        return walk_archive(package, limits, visit);
    const auto folder = fs::weakly_canonical(package, failed);
    if (failed || !fs::is_directory(status) || app_root_of(folder.filename().string()).empty())
        return std::unexpected(cannot_read(package, "package_unreadable",
                                           "is no app. Name an .ipa file, a zip archive with one "
                                           "app in it, or a folder that ends in .app."));
    return folder_walk(limits, visit).run(folder);
}

} // namespace thimble::device::packages
