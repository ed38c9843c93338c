// Pictures of accounts as files: a folder for each account.
#pragma once

#include "screen/picture.hpp"
#include "service/jobs/picture_store.hpp"

#include <cstddef>
#include <filesystem>
#include <map>
#include <memory>
#include <string>

namespace thimble::service {

/// One thread; every call may wait for the disk. Names that picture_name()
/// cannot give are not looked for.
class picture_folders {
public:
    /// Makes the directory, mode 0700, when the first picture comes.
    picture_folders(std::filesystem::path directory, picture_limits granted);

    /// The name under which it is kept from now on. Throws where it cannot be.
    std::string keep(const std::string& account_id, const screen::bytes& content);

    /// The same under a name of picture_name(); what has that name already stays.
    void
    keep_as(const std::string& account_id, const std::string& name, const screen::bytes& content);

    /// nullptr when it is not there any more.
    std::shared_ptr<const screen::bytes> load(const std::string& account_id,
                                              const std::string& name) const;

    /// Removes what is too old, or too much.
    void prune();

private:
    std::filesystem::path folder_of(const std::string& account_id) const;
    void count();
    void make_room();
    std::uintmax_t share() const;

    std::filesystem::path directory_;
    picture_limits limits_;
    bool counted_ = false;
    std::map<std::filesystem::path, std::size_t> bytes_; // of each folder
};

} // namespace thimble::service
