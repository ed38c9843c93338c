// The phones that have been touched from here and were seen to feel it, and touches of an unknown
// outcome.
#pragma once

#include <nlohmann/json_fwd.hpp>

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

    /// Written before the touch, so that it is not made again unsaid by whoever comes after a
    /// death: until its outcome is remembered or forgotten, the touch is open.
    void begin(const std::string& udid,
               const std::string& os_version,
               std::chrono::system_clock::time_point when) const;
    bool is_open(const std::string& udid) const;

    /// The touch has not been made, or its outcome has been said.
    void forget(const std::string& udid) const;

    void remember(const std::string& udid,
                  const std::string& os_version,
                  std::chrono::system_clock::time_point when) const;

private:
    void write(const std::string& udid, const nlohmann::json* entry) const;

    std::filesystem::path state_dir_;
    std::filesystem::path file_;
};

} // namespace thimble::daemon
