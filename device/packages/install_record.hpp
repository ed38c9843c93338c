// Apps that were installed on phones from here, as they are remembered.
#pragma once

#include "device/packages/package_check.hpp"
#include "device/packages/package_time.hpp"

#include <cstdint>
#include <expected>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace thimble::device::packages {

/// One app on one phone.
struct installed_entry {
    std::string udid;
    std::string bundle_id;
    std::string version; // of the app, for a person; of a runner, WebDriverAgent's
    std::string file;    // absolute, the package that it came from
    std::optional<std::int64_t> file_time; // its package_time when it was read
    std::chrono::sys_seconds installed{};
    std::optional<std::chrono::sys_seconds> expires; // of its profile; nothing: it has none
    bool is_runner = false;
    std::optional<bool> embeds_xctest{}; // of a runner; nothing: not known
    bool follows_file = false;           // a file that has changed is to be installed by itself

    /// The package_time of a changed file that could not be installed; until it changes once more
    /// it is not tried again by itself.
    std::optional<std::int64_t> refused_time{};

    friend bool operator==(const installed_entry&, const installed_entry&) = default;
};

/// The care that an app needs which was installed.
enum class upkeep : std::uint8_t {
    none,
    warn,      // its profile ends soon, or has ended
    reinstall, // its file has changed since, and it is to follow it
};

/// `file_time`: of the file now; nothing: it is not there. Any other time than the one remembered
/// is a change: an older build may have been put in its place. A file that was refused is left
/// alone.
upkeep upkeep_of(const installed_entry& app,
                 std::optional<std::int64_t> file_time,
                 std::chrono::sys_seconds now);

/// At most one entry for each phone and bundle id. Where it is kept is its owner's business.
class install_record {
public:
    static constexpr std::size_t most_entries = 1000;      // the oldest goes
    static constexpr std::size_t largest_text = 4U << 20U; // bytes

    /// The error is a sentence; entries that are not understood, or have been damaged, are left
    /// out.
    static std::expected<install_record, std::string> parse(std::string_view json);

    std::string text() const; // JSON, an entry on each line

    /// Replaces the entry of the same phone and app.
    void remember(installed_entry app);
    void forget(std::string_view udid, std::string_view bundle_id);

    /// The app's file of this time could not be installed. Nothing where the app is not remembered.
    void note_refusal(std::string_view udid,
                      std::string_view bundle_id,
                      std::optional<std::int64_t> file_time);

    /// In the order in which they were installed.
    const std::vector<installed_entry>& entries() const { return entries_; }
    std::vector<installed_entry> of_phone(std::string_view udid) const;

private:
    std::vector<installed_entry> entries_;
};

/// The entry for a package that has just been installed.
installed_entry entry_for(const app_package& app,
                          std::string udid,
                          std::chrono::sys_seconds now,
                          bool follows_file);

} // namespace thimble::device::packages
