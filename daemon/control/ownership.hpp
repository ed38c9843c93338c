// One process drives a phone: a lock file for each says which.
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <sys/types.h>
#include <vector>

namespace thimble::daemon {

/// The process that drives a phone.
struct owner {
    pid_t process = 0;
    std::filesystem::path socket; // where it can be asked; empty when it serves nobody
    bool mounts_images = false;   // developer images, by itself

    friend bool operator==(const owner&, const owner&) = default;
};

struct owned_phone {
    std::string udid;
    daemon::owner owner;
};

/// Lock files in the runtime directory, one a phone, held by flock(2): they end with the process,
/// however it ends. The files stay; removing one would let two processes lock two files of the same
/// name. No call blocks.
class ownership {
public:
    /// `control_socket` is where this process can be asked; empty when it serves nobody.
    /// `mounts_images`: whether it mounts developer images by itself.
    ownership(std::filesystem::path runtime_directory,
              std::filesystem::path control_socket,
              bool mounts_images = false);

    /// The right to drive the phone, for as long as what is returned lives; nothing while another
    /// process (or another part of this one) has it, or when it cannot be had.
    std::shared_ptr<void> claim(const std::string& udid) const;

    /// The right to install and remove apps of the phone, in the same way. Whoever drives the phone
    /// is not asked.
    std::shared_ptr<void> claim_app_change(const std::string& udid) const;

    /// The process that drives the phone now, this process included.
    std::optional<owner> owner_of(const std::string& udid) const;

    /// Every phone that is driven now.
    std::vector<owned_phone> owned_phones() const;

private:
    std::filesystem::path lock_file(std::string_view udid) const;
    std::shared_ptr<void> claim_file(const std::filesystem::path& lock_file) const;

    std::filesystem::path directory_;
    std::filesystem::path control_socket_;
    bool mounts_images_;
};

} // namespace thimble::daemon
