#include "virtualphone/packages/offered_app.hpp"

#include "virtualphone/packages/bundle_files.hpp"

#include <algorithm>
#include <array>
#include <bit>

namespace thimble::virtualphone::packages {
namespace {

std::uint32_t word(plist::byte_view from, std::size_t at)
{
    std::uint32_t value = 0;
    for (std::size_t i = 0; i < 4 && at + i < from.size(); ++i)
        value |= static_cast<std::uint32_t>(from[at + i]) << (8 * i);
    return value;
}

constexpr std::uint32_t arm64 = 0x0100000C;

/// A thin executable for arm64 and iOS.
bool is_for_phones(plist::byte_view code)
{
    constexpr std::uint32_t thin = 0xFEEDFACF;
    constexpr std::uint32_t build_version = 0x32;
    constexpr std::uint32_t ios = 2;
    if (code.size() < 32 || word(code, 0) != thin || word(code, 4) != arm64)
        return false;
    std::size_t at = 32;
    for (std::uint32_t left = std::min<std::uint32_t>(word(code, 16), 1000);
         left > 0 && at + 8 <= code.size(); --left) {
        if (word(code, at) == build_version)
            return word(code, at + 8) == ios;
        const auto size = word(code, at + 4);
        if (size < 8)
            break;
        at += size;
    }
    return true; // of an older Xcode
}

/// Such an executable, or one of several slices with one like it. A slice beyond what is kept of
/// the file is taken for one.
bool runs_here(plist::byte_view code)
{
    constexpr std::uint32_t several = 0xBEBAFECA; // as it is read here: it is big-endian
    if (code.size() < 32)
        return false;
    if (word(code, 0) != several)
        return is_for_phones(code);
    const auto count = std::min<std::uint32_t>(std::byteswap(word(code, 4)), 16);
    for (std::size_t at = 8; at < 8 + (count * std::size_t{20}); at += 20) {
        if (std::byteswap(word(code, at)) != arm64)
            continue;
        const std::size_t offset = std::byteswap(word(code, at + 8));
        if (offset >= code.size() || is_for_phones(code.subspan(offset)))
            return true;
    }
    return false;
}

refusal verification_failed(std::string description)
{
    return {.error = "ApplicationVerificationFailed", .description = std::move(description)};
}

/// Every profile that is not good for the phone and the app is told so.
refusal no_valid_profile(const offered_app& app)
{
    return verification_failed("Failed to verify code signature of "
                               "/var/installd/Library/Caches/com.apple.mobile.installd.staging/"
                               "temp.thimble/extracted/" +
                               app.executable +
                               ".app : 0xe8008015 (A valid provisioning profile for this "
                               "executable was not found.)");
}

/// {18, 5, 0} for "18.5".
std::array<int, 3> version_of(std::string_view text)
{
    std::array<int, 3> numbers{};
    std::size_t which = 0;
    for (const char each : text) {
        if (each == '.')
            ++which;
        if (which >= numbers.size())
            break;
        if (each >= '0' && each <= '9' && numbers.at(which) < 100'000)
            numbers.at(which) = (numbers.at(which) * 10) + (each - '0');
    }
    return numbers;
}

bool names(const app_profile& profile, std::string_view udid)
{
    return profile.all_phones || std::ranges::find(profile.phones, udid) != profile.phones.end();
}

bool covers(const app_profile& profile, std::string_view bundle_id)
{
    const auto dot = profile.app_id.find('.');
    if (dot == std::string::npos)
        return false;
    const auto pattern = std::string_view(profile.app_id).substr(dot + 1);
    return pattern.ends_with('*') ? bundle_id.starts_with(pattern.substr(0, pattern.size() - 1))
                                  : pattern == bundle_id;
}

} // namespace

std::expected<offered_app, refusal> read_offered_app(const file_tree& files, std::string_view path)
{
    const auto bundle = read_bundle_files(files, path);
    if (!bundle)
        return std::unexpected(bundle.error());
    const auto info = plist::parse(bundle->info);
    if (!info)
        return std::unexpected(refusal{.error = "PackageInspectionFailed",
                                       .description = "The Info.plist cannot be read."});
    offered_app app;
    const auto text = [&](std::string_view key) {
        return plist::string_at(*info, key).value_or("");
    };
    app.bundle_id = text("CFBundleIdentifier");
    app.executable = text("CFBundleExecutable");
    if (app.bundle_id.empty())
        return std::unexpected(refusal{.error = "MissingBundleIdentifier",
                                       .description = "The app has no bundle id."});
    const auto code = bundle->executables.find(app.executable);
    if (app.executable.empty() || code == bundle->executables.end())
        return std::unexpected(refusal{.error = "MissingBundleExecutable",
                                       .description = "The app has no executable."});
    app.name = text("CFBundleDisplayName");
    if (app.name.empty())
        app.name = text("CFBundleName");
    app.version = text("CFBundleShortVersionString");
    app.build = text("CFBundleVersion");
    app.minimum_os = text("MinimumOSVersion");
    if (const auto* const families = plist::find(*info, "UIDeviceFamily"))
        for (const auto& each : *families)
            if (each.is_number_integer())
                app.families.push_back(each.get<std::int64_t>());
    app.runs_on_phone = runs_here(code->second);
    app.is_signed = bundle->is_signed;
    app.profile = read_app_profile(bundle->profile);
    return app;
}

std::optional<refusal>
installation_obstacle(const offered_app& app, const installing_phone& phone, std::string_view team)
{
    if (!app.runs_on_phone)
        return refusal{.error = "IncorrectArchitecture",
                       .description = "The executable has no code for this processor."};
    if (version_of(app.minimum_os) > version_of(phone.os_version))
        return refusal{.error = "DeviceOSVersionTooLow",
                       .description = "The app needs iOS " + app.minimum_os + "."};
    const auto has = [&](std::int64_t family) {
        return std::ranges::find(app.families, family) != app.families.end();
    };
    if (!app.families.empty() && !has(1) && !(phone.is_pad && has(2)))
        return refusal{.error = "DeviceFamilyNotSupported",
                       .description = "The app is for another kind of device."};
    if (!app.is_signed)
        return verification_failed("No code signature found.");
    if (!app.profile || app.profile->expires <= phone.now || !names(*app.profile, phone.udid) ||
        !covers(*app.profile, app.bundle_id))
        return no_valid_profile(app);
    if (!team.empty() && team != app.profile->team)
        return refusal{.error = "MismatchedApplicationIdentifierEntitlement",
                       .description = "The installed app is of another team."};
    return std::nullopt;
}

} // namespace thimble::virtualphone::packages
