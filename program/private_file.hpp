// Files that only their owner may read, written whole or not at all.
#pragma once

#include <expected>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

namespace thimble::service {

/// Replaces the file in one step, mode 0600. An error is a sentence with the file's name.
std::expected<void, std::string> write_private_file(const std::filesystem::path& file,
                                                    std::string_view content);

/// The same, and the file survives a loss of power when this returns: waits for the disk.
std::expected<void, std::string> write_private_file_through(const std::filesystem::path& file,
                                                            std::string_view content);

/// The file's content up to `limit` bytes; nothing where there is no file. Refuses a file that
/// others may read, or that belongs to another user than this one and root.
std::expected<std::optional<std::string>, std::string>
read_private_file(const std::filesystem::path& file, std::size_t limit);

/// "Cannot open /var/lib/thimble/journal: Permission denied", from errno.
std::string file_problem(std::string_view doing, const std::filesystem::path& file);

} // namespace thimble::service
