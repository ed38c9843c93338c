// Reasons for which a phone will not take an app, told before anything is sent to it.
#pragma once

#include "device/packages/app_package.hpp"

#include <array>
#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace thimble::device::packages {

/// Numbers that are left out are 0.
using version_numbers = std::array<int, 3>;

/// "17.5" as {17, 5, 0}; zeros where it is no version.
version_numbers version_numbers_of(std::string_view text);

/// The phone that an app is for. Empty or unknown where it has not told: nothing is said about that
/// then.
struct phone_facts {
    enum class family : std::uint8_t { unknown, iphone, ipad };

    std::string udid;
    std::string os_version; // "17.5.1"
    family kind = family::unknown;

    /// By the product type of lockdownd, "iPhone16,1".
    static family family_of(std::string_view product_type);
};

enum class app_use : std::uint8_t {
    any,
    runner, // as WebDriverAgent's
};

struct check_terms {
    phone_facts phone;
    app_use use = app_use::any;
    std::chrono::sys_seconds now{};
    version_numbers oldest_runner{}; // that can be driven
};

enum class severity : std::uint8_t { warning, error };

struct package_problem {
    std::string code; // "profile_expired"
    severity how_bad = severity::error;
    std::string message; // sentences for a person: the problem, and the remedy
};

/// Before its profile ends, an app is warned of for so long.
inline constexpr std::chrono::hours expiry_warning{48};

/// In the order in which they are best put right; docs/packages.md has the codes. Empty: as far as
/// can be told here, the phone will take it.
std::vector<package_problem> check_package(const app_package& app, const check_terms& terms);

/// True where nothing but warnings was found.
bool may_be_sent(const std::vector<package_problem>& problems);

/// Nothing, or the problem that an app of this profile has by now: profile_expired or
/// profile_expires_soon. For apps that were installed earlier as well.
std::vector<package_problem> check_expiry(std::chrono::sys_seconds expires,
                                          std::chrono::sys_seconds now);

} // namespace thimble::device::packages
