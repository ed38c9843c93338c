#include "device/packages/package_check.hpp"

#include "text/ascii.hpp"

#include <algorithm>
#include <charconv>
#include <cstdio>

namespace thimble::device::packages {
namespace {

package_problem error_of(std::string code, std::string message)
{
    return {.code = std::move(code), .how_bad = severity::error, .message = std::move(message)};
}

package_problem warning_of(std::string code, std::string message)
{
    return {.code = std::move(code), .how_bad = severity::warning, .message = std::move(message)};
}

/// "2026-11-28 08:01 UTC"
std::string moment_text(std::chrono::sys_seconds moment)
{
    const auto day = std::chrono::floor<std::chrono::days>(moment);
    const std::chrono::year_month_day date(day);
    const std::chrono::hh_mm_ss time(moment - day);
    std::array<char, 64> text{};
    const int size = std::snprintf(
        text.data(), text.size(), "%04d-%02u-%02u %02d:%02d UTC", static_cast<int>(date.year()),
        static_cast<unsigned>(date.month()), static_cast<unsigned>(date.day()),
        static_cast<int>(time.hours().count()), static_cast<int>(time.minutes().count()));
    return size > 0 ? std::string(text.data(), static_cast<std::size_t>(size)) : std::string();
}

std::string version_text(const version_numbers& version)
{
    return std::to_string(version[0]) + "." + std::to_string(version[1]) + "." +
           std::to_string(version[2]);
}

std::string list_of(const std::vector<std::string>& texts)
{
    std::string list;
    for (const auto& each : texts)
        list += (list.empty() ? "" : ", ") + each;
    return list;
}

/// Collects the problems of one package.
class package_inspection {
public:
    package_inspection(const app_package& app, const check_terms& terms) : app_(app), terms_(terms)
    {
    }

    std::vector<package_problem> run()
    {
        check_kind();
        check_code();
        check_system();
        check_family();
        check_signature();
        if (app_.profile)
            check_profile(*app_.profile);
        if (terms_.use == app_use::runner)
            check_runner();
        return std::move(problems_);
    }

private:
    bool for_runner() const { return terms_.use == app_use::runner; }

    void check_kind()
    {
        if (for_runner() && !is_runner(app_))
            problems_.push_back(error_of(
                "not_a_runner", app_.bundle_id + " is not WebDriverAgent's runner. Name the app "
                                                 "WebDriverAgentRunner-Runner.app or an .ipa of "
                                                 "it."));
    }

    void check_code()
    {
        if (!app_.code) {
            problems_.push_back(
                error_of("executable_missing", "The app has no executable " + app_.executable +
                                                   " that a phone could run. Build it anew."));
            return;
        }
        const auto& all = app_.code->architectures;
        // Beside a phone's slice one for x86 does no harm: the App Store alone refuses it.
        const bool only_x86 = !all.empty() && std::ranges::all_of(all, [](const std::string& each) {
            return each == "x86_64" || each == "i386";
        });
        const bool by_platform = service::to_lower(app_.platform).ends_with("simulator");
        if (app_.code->target == build_target::simulator || by_platform || only_x86) {
            problems_.push_back(error_of("simulator_build",
                                         "The app was built for the simulator. Build it for a "
                                         "device: with Xcode's destination \"Any iOS Device\"."));
            return;
        }
        if (app_.code->target == build_target::other)
            problems_.push_back(error_of("wrong_platform",
                                         "The app was built for another system than iOS. Build it "
                                         "with the SDK iphoneos."));
        if (std::ranges::find(all, "arm64") == all.end() &&
            std::ranges::find(all, "arm64e") == all.end())
            problems_.push_back(error_of("wrong_architecture",
                                         "The app was built for " + list_of(all) +
                                             "; the phone runs arm64. Build it for a device."));
    }

    void check_system()
    {
        const auto& has = terms_.phone.os_version;
        if (!has.empty() && version_numbers_of(app_.minimum_os) > version_numbers_of(has))
            problems_.push_back(error_of(
                "os_too_old", "The app needs iOS " + app_.minimum_os + ", the phone has " + has +
                                  ". Update the phone, or build the app for an earlier "
                                  "iOS."));
    }

    void check_family()
    {
        using family = phone_facts::family;
        constexpr int of_iphones = 1; // iPads run those as well
        const auto& all = app_.device_families;
        if (terms_.phone.kind == family::iphone && !all.empty() &&
            std::ranges::find(all, of_iphones) == all.end())
            problems_.push_back(error_of("wrong_device_family",
                                         "The app is not for iPhones. Build it for them as well."));
    }

    void check_signature()
    {
        if (!app_.is_signed) {
            problems_.push_back(error_of(
                "not_signed", "The app is not signed. Sign it with a certificate and a profile of "
                              "your team: build it in Xcode, or sign it again with a tool like "
                              "zsign."));
            return;
        }
        if (app_.has_profile && !app_.profile)
            problems_.push_back(
                error_of("profile_unreadable", app_.profile_problem + " Sign the app again."));
        if (app_.has_profile)
            return;
        const std::string message = "The app has no provisioning profile. ";
        if (for_runner())
            problems_.push_back(error_of("no_profile", message +
                                                           "Sign it with one of your team that "
                                                           "names this phone."));
        else
            problems_.push_back(warning_of("no_profile", message +
                                                             "A phone takes it only from the App "
                                                             "Store's account that bought it."));
    }

    void check_profile(const provisioning_profile& profile)
    {
        for (auto& each : check_expiry(profile.expires, terms_.now))
            problems_.push_back(std::move(each));
        if (!terms_.phone.udid.empty() && !profile.names_phone(terms_.phone.udid))
            problems_.push_back(
                error_of("phone_not_in_profile",
                         "The profile \"" + profile.name + "\" of team " + profile.team_id +
                             " does not name this phone. Register " + terms_.phone.udid +
                             " with the team, and sign the app with a profile made after that."));
        if (!profile.covers_app(app_.bundle_id))
            problems_.push_back(error_of("profile_of_other_app",
                                         "The profile is for " + profile.app_id + ", not for " +
                                             app_.bundle_id +
                                             ". Sign the app with the profile of its own id."));
    }

    void check_runner()
    {
        const auto has = version_numbers_of(app_.runner_version);
        if (!app_.runner_version.empty() && has < terms_.oldest_runner)
            problems_.push_back(error_of("runner_too_old",
                                         "WebDriverAgent " + app_.runner_version +
                                             " is too old: " + version_text(terms_.oldest_runner) +
                                             " is the oldest that can be driven. Build a newer "
                                             "one."));
    }

    const app_package& app_;
    const check_terms& terms_;
    std::vector<package_problem> problems_;
};

} // namespace

version_numbers version_numbers_of(std::string_view text)
{
    constexpr int largest = 99'999;
    version_numbers numbers{};
    const char* at = text.data();
    const char* const end = at + text.size();
    for (int& number : numbers) {
        int read = 0;
        const auto [after, error] = std::from_chars(at, end, read);
        if (error != std::errc() || read < 0 || read > largest)
            return numbers;
        number = read;
        if (after == end || *after != '.')
            return numbers;
        at = after + 1;
    }
    return numbers;
}

phone_facts::family phone_facts::family_of(std::string_view product_type)
{
    if (product_type.starts_with("iPad"))
        return family::ipad;
    return product_type.starts_with("iPhone") || product_type.starts_with("iPod") ? family::iphone
                                                                                  : family::unknown;
}

std::vector<package_problem> check_package(const app_package& app, const check_terms& terms)
{
    return package_inspection(app, terms).run();
}

bool may_be_sent(const std::vector<package_problem>& problems)
{
    return std::ranges::none_of(
        problems, [](const package_problem& each) { return each.how_bad == severity::error; });
}

std::vector<package_problem> check_expiry(std::chrono::sys_seconds expires,
                                          std::chrono::sys_seconds now)
{
    if (expires <= now)
        return {error_of("profile_expired", "The app's profile expired on " + moment_text(expires) +
                                                ". Sign the app with a new profile.")};
    if (expires - now <= expiry_warning)
        return {warning_of("profile_expires_soon",
                           "The app's profile expires on " + moment_text(expires) +
                               "; the phone will not start the app after that. Sign it with a new "
                               "profile and install it again.")};
    return {};
}

} // namespace thimble::device::packages
