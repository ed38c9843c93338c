// Files of recordings: a folder for each account, below the service's own directory.
#pragma once

#include "service/recordings/recording.hpp"

#include <filesystem>
#include <set>
#include <string>

namespace thimble::service {

/// Any thread; calls may wait for the disk. Names are made of hashes and of ids that are UUIDs:
/// nothing from outside is a path.
class recording_folders {
public:
    /// The directory is made, mode 0700, with the first folder.
    explicit recording_folders(std::filesystem::path directory) : directory_(std::move(directory))
    {
    }

    std::filesystem::path file_of(const std::string& account_id, const std::string& id) const;

    /// A new, empty file of mode 0600; its descriptor, or -1 with errno.
    int create(const std::string& account_id, const std::string& id) const;

    /// Its size in bytes; nothing where it is not there.
    std::optional<std::uint64_t> size_of(const std::string& account_id,
                                         const std::string& id) const;

    void remove(const std::string& account_id, const std::string& id) const;

    /// Removes the files of which nobody knows: their recordings are in no store.
    void remove_all_but(const std::set<std::filesystem::path>& known) const;

private:
    std::filesystem::path directory_;
};

} // namespace thimble::service
