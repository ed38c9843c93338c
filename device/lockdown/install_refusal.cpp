#include "device/lockdown/install_refusal.hpp"

#include "device/text_limit.hpp"
#include "text/printable_text.hpp"

#include <algorithm>
#include <array>
#include <string>

namespace thimble::device {
namespace {

struct known_refusal {
    std::string_view error; // as installd names it
    std::string_view cause;
    std::string_view message;
};

constexpr auto known_refusals = std::to_array<known_refusal>({
    {"ApplicationVerificationFailed", "signature_refused",
     "The phone does not accept the app's signature. The profile may have expired, or not name "
     "this "
     "phone, or not fit the certificate: sign the app again with a new profile that names it."},
    {"MismatchedApplicationIdentifierEntitlement", "app_of_other_team",
     "The phone has this app from another team. Remove that one first, with what it has stored."},
    {"DeviceOSVersionTooLow", "os_too_old",
     "The app needs a newer iOS than the phone has. Update the phone, or build the app for an "
     "earlier iOS."},
    {"DeviceFamilyNotSupported", "wrong_device_family",
     "The app is for another kind of device. Build it for this kind as well."},
    {"IncorrectArchitecture", "wrong_architecture",
     "The app was built for another processor. Build it for a device."},
    {"InstallProhibited", "install_prohibited",
     "The phone does not allow apps to be installed. Allow it in Settings under Screen Time, or in "
     "the profile that manages the phone."},
    {"UninstallProhibited", "install_prohibited",
     "The phone does not allow apps to be removed. Allow it in Settings under Screen Time, or in "
     "the profile that manages the phone."},
    {"APIInternalError", "install_failed",
     "The phone's installation service has failed. Unlock the phone and try again; restart it if "
     "that does not help."},
    {"PackageExtractionFailed", "package_damaged",
     "The phone could not unpack the app. Build the package anew; free storage on the phone if it "
     "has little."},
    {"PackageInspectionFailed", "package_damaged",
     "The phone does not recognise the package as an app. Build it anew."},
    {"MissingBundleIdentifier", "info_unreadable", "The app names no bundle id. Build it anew."},
    {"MissingBundleVersion", "info_unreadable", "The app names no version. Build it anew."},
    {"MissingBundleExecutable", "executable_missing", "The app has no executable. Build it anew."},
    {"ApplicationAlreadyInstalled", "app_already_installed",
     "The phone has this app already. Remove it first to put another one in its place."},
    {"NotEnoughSpace", "no_space", "The phone has too little storage left. Free some."},
    {"InsufficientSpace", "no_space", "The phone has too little storage left. Free some."},
    {"NotEntitled", "install_prohibited", "The phone does not let this app be changed."},
});

/// installd tells of full storage by several errors, of developer apps beyond the free team's three
/// likewise, and of every fault of a signature by one; its sentence says which it is, of signatures
/// by a number.
const known_refusal* by_description(std::string_view description)
{
    static constexpr known_refusal full{"", "no_space",
                                        "The phone has too little storage left. Free some."};
    static constexpr known_refusal too_many{
        "", "too_many_apps",
        "The phone has as many apps of a free team as it takes. Remove one of them, or sign with a "
        "paid team."};
    static constexpr known_refusal revoked{
        "", "certificate_revoked",
        "The certificate that the app is signed with is no longer valid: it was revoked. Sign the "
        "app with another one, and with a profile that has it."};
    static constexpr known_refusal banned{
        "", "profile_banned",
        "Apple has withdrawn the app's profile. Sign the app with a new one; where that is refused "
        "as well, with one of another team."};
    const auto says = [&](std::string_view part) {
        return description.find(part) != std::string_view::npos;
    };
    if (says("ENOSPC") || says("No space left") || says("not enough space"))
        return &full;
    if (says("0xe8008018"))
        return &revoked;
    if (says("0xe8008024"))
        return &banned;
    return says("maximum number of") ? &too_many : nullptr;
}

} // namespace

failure install_refusal(std::string_view error, std::string_view description)
{
    constexpr std::size_t longest = 300; // bytes of what the phone says
    const auto name = service::printable(cut_text(error, 100));
    const auto said = service::printable(cut_text(description, longest));
    const auto* found = by_description(description);
    if (found == nullptr) {
        const auto* const known = std::ranges::find(known_refusals, error, &known_refusal::error);
        found = known == known_refusals.end() ? nullptr : known;
    }
    const std::string words = name + (said.empty() ? "" : ": " + said);
    return {.what = problem::refused,
            .phone = reached::all,
            .message =
                (found == nullptr ? "The phone refuses the app." : std::string(found->message)) +
                " (" + words + ")",
            .cause = std::string(found == nullptr ? "install_refused" : found->cause)};
}

} // namespace thimble::device
