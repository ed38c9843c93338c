// The entries of a package, one after another: of an archive, or of an app's folder.
#pragma once

#include "device/packages/package_rules.hpp"

#include <filesystem>
#include <functional>
#include <span>

namespace thimble::device::packages {

struct package_entry {
    std::string path; // in the package, as package_rules allows it; without a slash at its end
    entry_kind kind = entry_kind::file;
    std::string link_target;
};

/// Bytes of the entry that is being visited.
class entry_content {
public:
    entry_content() = default;
    entry_content(const entry_content&) = delete;
    entry_content& operator=(const entry_content&) = delete;
    virtual ~entry_content() = default;

    /// Fills the beginning of `to`; 0 at the entry's end.
    virtual result<std::size_t> read(std::span<char> to) = 0;
};

/// A failure that it returns ends the walk.
using entry_visitor = std::function<result<void>(const package_entry&, entry_content&)>;

/// Visits each entry of a zip archive, or of a folder X.app, whose entries are called X.app/…. What
/// a visitor leaves unread of an archive is read nevertheless, against the limits and its checksum.
/// Nothing is written anywhere, no link is followed, and memory does not grow with a file's size.
///
/// Failures: those of `entry_rules`, `unpacked_bytes` and `check_zip_directory`, package_missing,
/// package_unreadable (no package), and package_damaged. Blocks, for as long as the package takes
/// to be read: for a worker.
result<void> walk_package(const std::filesystem::path& package,
                          const package_limits& limits,
                          const entry_visitor& visit);

/// The same for an archive in memory.
result<void> walk_archive_in_memory(std::string_view archive,
                                    const package_limits& limits,
                                    const entry_visitor& visit);

} // namespace thimble::device::packages
