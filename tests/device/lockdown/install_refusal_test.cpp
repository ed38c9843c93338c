// The words of the phone's installation service, and what to do about them.
#include "device/lockdown/install_refusal.hpp"
#include "tests/catch2.hpp"

#include <string>

namespace thimble::tests {

TEST_CASE("a refusal of installd has a cause, a remedy and the phone's own words", "[device]")
{
    const auto refused = device::install_refusal("ApplicationVerificationFailed",
                                                 "Failed to verify code\nsignature");
    CHECK(refused.what == device::problem::refused);
    CHECK(refused.phone == device::reached::all);
    CHECK(refused.cause == "signature_refused");
    CHECK(refused.message.ends_with(
        " (ApplicationVerificationFailed: Failed to verify code signature)"));
    const auto cause = [](std::string_view error, std::string_view description = {}) {
        return device::install_refusal(error, description).cause;
    };
    CHECK(cause("DeviceOSVersionTooLow") == "os_too_old");
    CHECK(cause("MismatchedApplicationIdentifierEntitlement") == "app_of_other_team");
    CHECK(cause("IncorrectArchitecture") == "wrong_architecture");
    CHECK(cause("APIInternalError") == "install_failed");
    CHECK(cause("PackageExtractionFailed", "write: No space left on device") == "no_space");
    CHECK(cause("ApplicationVerificationFailed",
                "This device has reached the maximum number of installed apps using a free "
                "developer profile") == "too_many_apps");
    CHECK(cause("ApplicationAlreadyInstalled") == "app_already_installed");
}

TEST_CASE("a refused signature is told apart by the number in the phone's words", "[device]")
{
    const auto cause = [](std::string_view words) {
        const std::string description =
            "Failed to verify code signature of /var/installd/temp.x/extracted/X.app : ";
        return device::install_refusal("ApplicationVerificationFailed",
                                       description + std::string(words))
            .cause;
    };
    CHECK(cause("0xe8008015 (A valid provisioning profile for this executable was not found.)") ==
          "signature_refused");
    CHECK(cause("0xe8008018 (The identity used to sign the executable is no longer valid.)") ==
          "certificate_revoked");
    CHECK(cause("0xe8008024 (The provisioning profile is banned.)") == "profile_banned");
}

TEST_CASE("an error of installd that nobody knows is told as it is", "[device]")
{
    const auto refused = device::install_refusal("NewInAnotherYear", "");
    CHECK(refused.cause == "install_refused");
    CHECK(refused.message == "The phone refuses the app. (NewInAnotherYear)");
    CHECK(device::install_refusal("x", std::string(10'000, 'y')).message.size() < 500);
}

} // namespace thimble::tests
