// Files that hosts have put on a phone: folders, files and links in memory, under limits.
#pragma once

#include "virtualphone/plist/property_list.hpp"

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace thimble::virtualphone::packages {

/// Numbers as AFC has them.
enum class file_status : std::uint64_t {
    done = 0,
    invalid = 7,
    not_found = 8,
    is_folder = 9,
    denied = 10,
    exists = 16,
    no_space = 18,
    not_supported = 15,
    not_empty = 33,
};

enum class file_kind : std::uint8_t { file, folder, link };

struct stored_file {
    file_kind kind = file_kind::file;
    plist::bytes content;
    std::string target; // of a link
};

/// Storage of a phone, which its trees share.
struct file_room {
    std::size_t most = 512U << 20U; // bytes
    std::size_t used = 0;
};

/// Paths are written with or without a slash at either end; "" is the root. Links are stored and
/// never followed. Home thread only.
class file_tree {
public:
    static constexpr std::size_t most_files = 20'000;
    static constexpr std::size_t longest_path = 1024; // bytes
    static constexpr std::size_t most_bytes = 512U << 20U;

    /// With room of its own.
    file_tree();
    /// At most `most` bytes of the room, which it gives back when it goes.
    file_tree(std::shared_ptr<file_room> room, std::size_t most);
    file_tree(const file_tree&) = delete;
    file_tree& operator=(const file_tree&) = delete;
    ~file_tree();

    /// Without slashes at its ends; nothing for a path that leads out of the tree or is too long.
    static std::optional<std::string> normal(std::string_view path);

    /// nullptr: nothing is there.
    const stored_file* find(std::string_view path) const;

    /// Names of what lies in a folder, itself excluded.
    std::vector<std::string> names_in(std::string_view folder) const;

    /// Paths of all that lies below a folder, from it on.
    std::vector<std::string> paths_below(std::string_view folder) const;

    /// With the folders above it. One that is there already is no failure.
    file_status make_folder(std::string_view path);
    file_status make_link(std::string_view path, std::string_view target);

    /// An empty file, in a folder that is there; one that is there loses its content.
    file_status make_file(std::string_view path);

    /// Writes over what is there, and beyond its end as far as that is; a gap is zeros.
    file_status write(std::string_view path, std::uint64_t at, plist::byte_view content);
    file_status resize(std::string_view path, std::uint64_t size);

    file_status rename(std::string_view from, std::string_view to);
    file_status remove(std::string_view path, bool with_contents);

    std::size_t bytes() const { return bytes_; }
    std::size_t free_bytes() const;

private:
    stored_file* find_file(std::string_view path, file_status& problem);
    file_status put(std::string_view path, stored_file what);
    void drop(const std::string& path);
    void replace_bytes(std::size_t before, std::size_t now);

    std::shared_ptr<file_room> room_;
    std::size_t most_;
    std::map<std::string, stored_file, std::less<>> files_;
    std::size_t bytes_ = 0; // of all contents
};

} // namespace thimble::virtualphone::packages
