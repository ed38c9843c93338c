// The phones that have been touched from here, and were seen to feel it.
#pragma once

#include <chrono>
#include <filesystem>
#include <string>

namespace thimble::daemon {

/// A file of the state directory. What cannot be read counts as nothing, what cannot be written is
/// done again the next time.
class touch_record {
public:
    explicit touch_record(const std::filesystem::path& state_dir);

    /// With this iOS, since another one may need another set-up.
    bool contains(const std::string& udid, const std::string& os_version) const;
    void remember(const std::string& udid,
                  const std::string& os_version,
                  std::chrono::system_clock::time_point when) const;

private:
    std::filesystem::path state_dir_;
    std::filesystem::path file_;
};

} // namespace thimble::daemon
