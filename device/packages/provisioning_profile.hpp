// Provisioning profiles: for which app, team and phones a developer's signature is good, and how
// long.
#pragma once

#include <chrono>
#include <cstddef>
#include <expected>
#include <string>
#include <string_view>
#include <vector>

namespace thimble::device::packages {

inline constexpr std::size_t largest_profile = 4U << 20U; // bytes

struct provisioning_profile {
    std::string name; // for a person; printable
    std::string team_id;
    std::string team_name;
    std::string app_id; // of its entitlements, "TEAM.com.example.app" or "TEAM.*"
    std::chrono::sys_seconds created{};
    std::chrono::sys_seconds expires{};
    bool all_phones = false; // of an enterprise
    std::vector<std::string> phones;
    bool may_be_debugged = false; // get-task-allow: a developer's, not one for distribution

    /// True where the profile is for this phone; upper and lower case are the same.
    bool names_phone(std::string_view udid) const;

    /// True where an app of this id may be signed with it.
    bool covers_app(std::string_view bundle_id) const;

    friend bool operator==(const provisioning_profile&, const provisioning_profile&) = default;
};

/// The content of embedded.mobileprovision: a property list in CMS signed data. The signature is
/// not verified: the phone does that, and nothing here rests on it. The error is a sentence.
std::expected<provisioning_profile, std::string> read_profile(std::string_view content);

} // namespace thimble::device::packages
